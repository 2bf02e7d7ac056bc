import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Return } from '#contract/money/returns.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { fetchReturnPicture, sendReturnPicture } from '#web/queries/money/returns.ts';
import { useUser } from '#web/session/signed-in.ts';
import { toast } from '#web/shell/toasts.ts';

/** Photos of what is wrong, which only those see who see the return. */
export function ReturnPictures({ found, canAdd }: { found: Return; canAdd: boolean }) {
  const id = useId();
  const action = useAction();
  if (found.pictures.length === 0 && !canAdd) return null;
  const add = async (file: File | undefined) => {
    if (file && (await action.run(() => sendReturnPicture(found._id, file)))) toast.success('Photo added');
  };
  return (
    <section aria-label="Photos">
      <h3 className="mb-2 text-lg font-semibold">Photos</h3>
      {found.pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {found.pictures.map((address, index) => (
            <li key={address}>
              <Picture id={found._id} address={address} alt={`Photo ${index + 1} of return ${found.number}`} />
            </li>
          ))}
        </ul>
      )}
      {canAdd && (
        <div className="mt-3">
          <label htmlFor={id} className="mb-1 block">
            Add a photo
          </label>
          <input
            id={id}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            className="file-input w-full max-w-md"
            disabled={action.busy}
            onChange={({ target }) => {
              void add(target.files?.[0]);
              target.value = '';
            }}
          />
          <FormProblem message={action.problem?.message} className="mt-2" />
        </div>
      )}
    </section>
  );
}

/** A picture that is fetched as whoever is signed in. */
function Picture({ id, address, alt }: { id: string; address: string; alt: string }) {
  const { uid } = useUser();
  const { data: url, error } = useQuery({
    queryKey: [PERSONAL, uid, 'return-picture', address],
    queryFn: () => fetchReturnPicture(id, address),
    // Its name is made from its content.
    staleTime: Infinity,
  });
  if (error) return <p className="text-error">{error.message}</p>;
  if (url === undefined) return <div className="skeleton size-40" role="status" aria-label="Loading a photo" />;
  return <img src={url} alt={alt} className="rounded-box max-h-96 max-w-full" />;
}
