/** Names with their values; those without a value are left out. */
export function FactList({ facts, className }: { facts: [name: string, value: string][]; className: string }) {
  return (
    <dl className={`grid ${className}`}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt className="muted text-sm">{name}</dt>
            <dd className="break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
