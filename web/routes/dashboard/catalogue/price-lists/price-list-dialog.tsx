import { NewPriceList, type PriceList } from '#contract/catalogue/price-lists.ts';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

/** An empty day is none. */
const DAY = { setValueAs: (day: string | null | undefined) => day || null };

/** Name, percentage and days of a price list. */
export function PriceListDialog({ list, onClose }: { list: PriceList | undefined; onClose: () => void }) {
  return (
    <CallDialog
      title={list ? `Change ${list.name}` : 'New price list'}
      submit="Save"
      schema={NewPriceList}
      start={{
        name: list?.name ?? '',
        percentOff: String(list?.percentOff ?? 0),
        from: list?.from ?? null,
        until: list?.until ?? null,
      }}
      send={async (body) => {
        if (list)
          await userChange('PUT /price-list/:id', {
            params: { id: list._id },
            body: { ...body, version: list.version },
          });
        else await userChange('POST /price-list', { body });
        return undefined;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField label="Name of the list" maxLength={80} autoComplete="off" {...field('name')} />
          <NumberField
            label="Percent off each price"
            hint="For tools without a special price in the list"
            {...field('percentOff')}
          />
          <div className="grid gap-x-6 sm:grid-cols-2">
            <TextField label="First day" type="date" {...field('from', DAY)} />
            <TextField label="Last day" type="date" {...field('until', DAY)} />
          </div>
        </>
      )}
    </CallDialog>
  );
}
