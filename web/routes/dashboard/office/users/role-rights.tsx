import type { Role } from '#contract/policy.ts';
import { roleName, roleWords } from './role-words.ts';

/** What somebody of this role may do, read from the contract's own table. */
export function RoleRights({ role }: { role: Role }) {
  const words = roleWords(role);
  if (words.length === 0) return <p className="mt-3">A customer can order, pay and review, and has no staff access.</p>;
  return (
    <div className="mt-3">
      <p>{roleName(role)} can:</p>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {words.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
