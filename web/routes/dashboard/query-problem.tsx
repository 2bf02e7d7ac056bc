import { useQueryClient } from '@tanstack/react-query';
import { ProblemScreen } from '#web/shell/problem-screen.tsx';

/** A part of the dashboard that could not be fetched, and a way to try again. */
export function QueryProblem(facts: { title: string; message: string; heading?: 'h1' | 'h2' }) {
  const client = useQueryClient();
  const again = () => client.resetQueries({ predicate: ({ state: { status } }) => status === 'error' });
  return <ProblemScreen {...facts} again={again} />;
}
