import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { record } from '#server/people/audit/audit.ts';
import { listMissing } from './missing-facts.ts';
import { changeAttributes, listAttributeNames, listAttributes } from './attributes.ts';

export function attributeHandlers({ database, changes }: Parts) {
  return {
    listAttributes: () => listAttributes(database.db),

    listAttributeNames: {
      answer: ({ query }) => database.read(({ db }) => listAttributeNames(db, query.language)),
      mayShow: () => ['categories'],
    },

    listMissing: () => listMissing(database.db),

    changeAttributes: ({ caller, body }) =>
      transaction(database, async (tx) => {
        await changeAttributes(tx, body);
        await record(tx, caller, 'attributes.changed', 'attributes', { keys: body.map(({ key }) => key) });
        afterCommit(tx, () => changes.touch(['tools', 'categories']));
        return listAttributes(tx);
      }),
  } satisfies Partial<Handlers>;
}
