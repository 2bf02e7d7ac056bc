/** What is wrong with a form as a whole, or with what a button did. */
export function FormProblem({ message, className = '' }: { message: string | undefined; className?: string }) {
  if (!message) return null;
  return (
    <p role="alert" className={`text-error ${className}`}>
      {message}
    </p>
  );
}
