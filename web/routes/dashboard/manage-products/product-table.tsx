import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tool } from '#contract/tools.ts';
import { callList } from '#web/api/call.ts';
import { userCall } from '#web/session/tab-session.ts';
import { ConfirmDialog } from '#web/shell/confirm-dialog.tsx';
import { dollars, pieces } from '#web/shell/figures.ts';
import { ProblemScreen } from '#web/shell/problem-screen.tsx';
import { toast } from '#web/shell/toasts.ts';

/** Every tool for sale, newest first, each with a way to remove it (spec §2). */
export function ProductTable() {
  const client = useQueryClient();
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['tools', 'managed'],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /tool', { query: { sort: 'newest', ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const removal = useMutation({
    mutationFn: (id: string) => userCall('DELETE /tool/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['tools'] }),
  });
  const [doomed, setDoomed] = useState<Tool | null>(null);
  const remove = async ({ _id }: Tool) => {
    try {
      await removal.mutateAsync(_id);
      toast.success('Successfully removed a product');
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : 'The product could not be removed.');
    }
    setDoomed(null);
  };

  if (error) return <ProblemScreen title="The products cannot be shown" message={error.message} />;
  if (!data) return <div className="skeleton h-64 w-full" role="status" aria-label="Loading the products" />;
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="All products">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Image</th>
            <th scope="col" className="text-right">
              Price / piece
            </th>
            <th scope="col" className="text-right">
              Available Quantity
            </th>
            <th scope="col">Remove</th>
          </tr>
        </thead>
        <tbody>
          {data.pages
            .flatMap(({ rows }) => rows)
            .map((tool) => (
              <tr key={tool._id}>
                <td id={`name-of-${tool._id}`}>{tool.name}</td>
                <td>
                  <img
                    src={tool.image}
                    alt={tool.name}
                    width={64}
                    height={48}
                    loading="lazy"
                    className="h-12 w-16 object-contain"
                  />
                </td>
                <td className="text-right tabular-nums">{dollars(tool.price)}</td>
                <td className="text-right tabular-nums">{pieces(tool.availableQuantity)}</td>
                <td>
                  <button
                    type="button"
                    className="btn btn-sm btn-outline btn-error"
                    aria-describedby={`name-of-${tool._id}`}
                    onClick={() => setDoomed(tool)}
                  >
                    X
                  </button>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {hasNextPage && (
        <button type="button" className="btn mt-4" disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
      {doomed && (
        <ConfirmDialog
          action="Remove"
          busy={removal.isPending}
          onConfirm={() => void remove(doomed)}
          onClose={() => setDoomed(null)}
        >
          {doomed.name} will no longer be sold. Orders keep its name and price.
        </ConfirmDialog>
      )}
    </div>
  );
}
