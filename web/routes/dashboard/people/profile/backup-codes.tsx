/** The codes to keep for the day on which the phone is lost; shown once. */
export function BackupCodes({ codes }: { codes: string[] }) {
  return (
    <div className="border-base-300 rounded-box mt-3 border p-4">
      <p className="font-medium">Your backup codes</p>
      <p className="text-sm">Keep them in a safe place. Each signs you in once when you do not have your phone.</p>
      <ul className="mt-2 grid grid-cols-2 gap-1 font-mono text-sm" aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}
