import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { LEGAL_PAGES, type PageEntry, PageSlug } from '#contract/office/pages.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { usePages } from '#web/queries/office/pages.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { moment } from '#web/shell/moment.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';
import { ConfirmOrSayWhy } from '#web/ui/dialog/confirm-or-say-why.tsx';

export const meta = metaOf({ title: 'Pages', description: 'Imprint, terms and other pages of your own.' });

/** A page that is there, or one that has its place and no text yet. */
type Row = Pick<PageEntry, 'slug' | 'title'> & { written: PageEntry | undefined };

const PLACES: Record<PageEntry['place'], string> = { footer: 'Footer', menu: 'Menu and footer', none: 'No link' };

export default function PagesPage() {
  return (
    <RequirePermission permission="pages">
      <Pages />
    </RequirePermission>
  );
}

function Pages() {
  const { data, error } = usePages();
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<PageEntry | null>(null);
  if (!data) return <NotShown what="the pages" error={error} />;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Pages</h2>
        <button type="button" className="btn btn-sm btn-primary" onClick={() => setAdding(true)}>
          New page
        </button>
      </div>
      <p className="muted mb-4 max-w-prose">
        Pages of your own. Imprint, terms, privacy and returns have their place in the footer and are shown there once
        they have a text. When there are terms, the last step of an order links to them.
      </p>
      <DataTable
        label="Pages"
        columns={columns(setRemoved)}
        rows={rowsOf(data)}
        keyOf={({ slug }) => slug}
        empty={<p>There are no pages.</p>}
      />
      {adding && <NewPageDialog onClose={() => setAdding(false)} />}
      {removed && (
        <ConfirmOrSayWhy
          action="Delete"
          run={() => userChange('DELETE /page/:slug', { params: { slug: removed.slug } })}
          onClose={() => setRemoved(null)}
        >
          The page <strong>{removed.title}</strong> will be deleted, and its address /pages/{removed.slug} shows nothing
          any more.
        </ConfirmOrSayWhy>
      )}
    </>
  );
}

function rowsOf(pages: readonly PageEntry[]): Row[] {
  const written = new Map(pages.map((page) => [page.slug, page]));
  const legal = Object.entries(LEGAL_PAGES).map(([slug, title]) => ({ slug, title, written: written.get(slug) }));
  const others = pages.filter(({ slug }) => !(slug in LEGAL_PAGES));
  return [...legal, ...others.map((page) => ({ slug: page.slug, title: page.title, written: page }))];
}

function columns(onRemove: (page: PageEntry) => void): Column<Row>[] {
  return [
    {
      title: 'Page',
      names: true,
      cell: ({ slug, title, written }) => (
        <PageLink to={`/dashboard/pages/${slug}`} className="link font-semibold break-words">
          {written?.title ?? title}
        </PageLink>
      ),
    },
    {
      title: 'Address',
      cell: ({ slug, written }) =>
        written ? (
          <a className="link break-all" href={`/pages/${slug}`}>
            /pages/{slug}
          </a>
        ) : (
          <span className="muted break-all">/pages/{slug}</span>
        ),
    },
    { title: 'Linked in', cell: ({ written }) => (written ? PLACES[written.place] : 'Not written yet') },
    { title: 'Changed', kind: 'tight', cell: ({ written }) => written && moment(written.updatedAt) },
    {
      title: 'Delete',
      cell: ({ written }) =>
        written && (
          <RowButton tone="danger" onClick={() => onRemove(written)}>
            Delete
          </RowButton>
        ),
    },
  ];
}

const Fields = z.object({ slug: PageSlug });

/** Asks for the address of a new page, which it keeps. */
function NewPageDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <CallDialog
      title="New page"
      submit="Write it"
      schema={Fields}
      start={{ slug: '' }}
      send={async ({ slug }) => {
        await navigate(`/dashboard/pages/${slug}`);
        return undefined;
      }}
      onClose={onClose}
    >
      {(field) => (
        <TextField
          label="Address"
          hint="What stands behind /pages/ in its address, such as size-charts. It stays the same."
          autoComplete="off"
          spellCheck={false}
          {...field('slug')}
        />
      )}
    </CallDialog>
  );
}
