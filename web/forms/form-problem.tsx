/** What is wrong with a form as a whole. */
export function FormProblem({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p role="alert" className="text-error">
      {message}
    </p>
  );
}
