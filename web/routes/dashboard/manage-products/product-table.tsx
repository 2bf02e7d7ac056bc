import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tool } from '#contract/tools.ts';
import { outdate } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import { ConfirmDialog } from '#web/shell/confirm-dialog.tsx';
import { dollars, pieces } from '#web/shell/figures.ts';
import { toast } from '#web/shell/toasts.ts';
import { EditDialog } from './edit-dialog.tsx';

/** Tools for sale, each with ways to change and to remove it (spec §2). */
export function ProductTable({ tools }: { tools: Tool[] }) {
  const removal = useMutation({
    mutationFn: (id: string) => userCall('DELETE /tool/:id', { params: { id } }),
    onSettled: () => outdate('tools', 'tool', 'categories'),
  });
  const [edited, setEdited] = useState<Tool | null>(null);
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

  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="All products">
      <table className="stacked table">
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
            <th scope="col">Change</th>
            <th scope="col">Remove</th>
          </tr>
        </thead>
        <tbody>
          {tools.map((tool) => (
            <tr key={tool._id}>
              <td data-label="Name" id={`name-of-${tool._id}`} className="sm:max-w-80">
                {tool.name}
              </td>
              <td data-label="Image">
                <img
                  src={tool.image}
                  alt={tool.name}
                  width={64}
                  height={48}
                  loading="lazy"
                  className="h-12 w-16 object-contain"
                />
              </td>
              <td data-label="Price / piece" className="whitespace-nowrap sm:text-right">
                {dollars(tool.price)}
              </td>
              <td data-label="Available" className="sm:text-right">
                {pieces(tool.availableQuantity)}
              </td>
              <td data-label="Change">
                <button
                  type="button"
                  className="btn btn-sm"
                  aria-describedby={`name-of-${tool._id}`}
                  onClick={() => setEdited(tool)}
                >
                  Edit
                </button>
              </td>
              <td data-label="Remove">
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
      {edited && <EditDialog tool={edited} onClose={() => setEdited(null)} />}
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
