import { useDeferredValue, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LEGAL_PAGES, type Page } from '#contract/office/pages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { usePagePreview } from '#web/queries/office/pages.ts';
import { PageText } from '#web/routes/own-page/page-text.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { toast } from '#web/shell/toasts.ts';
import '#web/routes/dashboard/office/settings/settings.css';
import { type PageForm, usePageDraft } from './page-draft.ts';

const PLACES = [
  ['footer', 'Footer'],
  ['menu', 'Menu and footer'],
  ['none', 'No link'],
] as const;

const STALE =
  'Somebody else saved this page after you opened it. What you typed is kept here: save again to replace theirs, or discard yours to see theirs.';

/** Writes one page, with what it looks like beside its text. @param page null: it is not there yet */
export function PageEditor({ slug, page }: { slug: string; page: Page | null }) {
  const [saved, setSaved] = useState(page);
  const { form, version, isRestored, begin, goOnOver } = usePageDraft(slug, saved);
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const now = await userChange('PUT /page/:slug', { params: { slug }, body: { ...values, version } });
      setSaved(now);
      begin(now);
      toast.success('Page saved');
    } catch (error) {
      const newer = error instanceof ApiError && error.code === 'STALE_PAGE' ? error.number('version') : undefined;
      if (newer === undefined) return showIssues(form, error);
      goOnOver(newer);
      form.setError('root', { type: 'server', message: STALE });
    }
  });
  const isOver = isSubmitting || !isDirty;
  return (
    <form noValidate onSubmit={(event) => void (isOver ? event.preventDefault() : submit(event))}>
      <h2 className="text-xl font-semibold">{saved ? saved.title : `New page: ${slug}`}</h2>
      <p className="muted mb-2 text-sm">
        <PageLink to="/dashboard/pages" className="link">
          All pages
        </PageLink>
        <span> · </span>
        {saved ? (
          <a className="link break-all" href={`/pages/${slug}`}>
            /pages/{slug}
          </a>
        ) : (
          <span className="break-all">/pages/{slug}, once it is saved</span>
        )}
      </p>
      {isRestored && (
        <p role="status" className="alert alert-info mb-2 block">
          This is what you typed here before and did not save.
        </p>
      )}
      <div className="grid gap-x-5 sm:grid-cols-3">
        <TextField label="Title" {...fieldIn(form, 'title')} />
        <SelectField
          label="Linked in"
          options={PLACES}
          hint="The menu has room for one or two short titles."
          {...fieldIn(form, 'place')}
        />
        <TextField
          label="Language of the text (optional)"
          placeholder="de"
          hint="Where it is not that of the shop."
          autoComplete="off"
          {...fieldIn(form, 'language')}
        />
      </div>
      <TextAndPreview form={form} isLegal={slug in LEGAL_PAGES} />
      <div className="settings-foot bg-base-100 border-base-300 sticky bottom-0 z-10 mt-4 border-t py-3">
        <FormProblem message={errors.root?.message} />
        <div className="flex flex-wrap items-center gap-3">
          {/* Disabled they would lose the focus as soon as all is saved. */}
          <button className={`btn btn-primary ${isDirty ? '' : 'btn-disabled'}`} aria-disabled={isOver || undefined}>
            {isSubmitting && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            <span>Save page</span>
          </button>
          <button
            type="button"
            className={`btn ${isDirty ? '' : 'btn-disabled'}`}
            aria-disabled={isOver || undefined}
            onClick={() => !isOver && begin(saved)}
          >
            Discard changes
          </button>
          <p role="status" className="muted text-sm">
            {isDirty ? 'Not saved yet; kept in this browser' : 'All changes are saved.'}
          </p>
        </div>
      </div>
    </form>
  );
}

function TextAndPreview({ form, isLegal }: { form: PageForm; isLegal: boolean }) {
  const text = useWatch({ control: form.control, name: 'text' });
  const { data, error } = usePagePreview(useDeferredValue(text));
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <TextArea
        label="Text"
        rows={22}
        className="font-mono text-sm"
        hint={
          <>
            <p>
              Markdown: # Heading, **bold**, *italic*, - list, [link](https://example.com), tables with |. HTML is shown
              as text.
            </p>
            {isLegal && <p>What it has to say by law is for you or your lawyer to decide.</p>}
          </>
        }
        {...fieldIn(form, 'text')}
      />
      <section aria-labelledby="page-preview" className="min-w-0 pt-1">
        <h3 id="page-preview" className="label text-base-content mb-1 text-sm">
          Preview
        </h3>
        <div className="border-base-300 rounded-box border p-4">
          {error ? (
            <p className="text-error">{error.message}</p>
          ) : data && data.html !== '' ? (
            <PageText html={data.html} />
          ) : (
            <p className="muted">Nothing is written yet.</p>
          )}
        </div>
      </section>
    </div>
  );
}
