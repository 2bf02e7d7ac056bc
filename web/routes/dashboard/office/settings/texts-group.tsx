import type { Settings } from '#contract/office/settings.ts';
import { SettingsGroup, SettingsLines, type SettingsForm, SettingsText } from './form-parts.tsx';
import { PlacePicture } from './place-picture.tsx';
import { partName } from './part-names.ts';
import { OWN_TEXTS, type TextsField } from './settings-values.ts';
import { ReasonRows, StatisticRows, TrustRows } from './text-rows.tsx';

interface Place {
  /** Of `PlacePicture`. */
  at: string;
  title: string;
  section?: keyof Settings['sections'];
  fields: { name: TextsField; rows?: number; hint?: string }[];
  rows?: (props: { form: SettingsForm }) => React.ReactNode;
}

const PLACES: Place[] = [
  {
    at: 'menu',
    title: 'Menu of every page',
    fields: [
      { name: 'menuProducts' },
      { name: 'menuReviews' },
      { name: 'menuAbout' },
      { name: 'menuContact' },
      { name: 'menuBlogs' },
      { name: 'menuPortfolio' },
    ],
  },
  {
    at: 'banner',
    title: 'Home: the first screen',
    fields: [{ name: 'headline' }, { name: 'tagline', rows: 3 }, { name: 'aboutButton' }, { name: 'homeTitle' }],
  },
  { at: 'products', title: 'Home: products', fields: [{ name: 'productsTitle' }, { name: 'productsButton' }] },
  {
    at: 'statistics',
    title: 'Home: numbers',
    section: 'statistics',
    fields: [{ name: 'statisticsTitle' }],
    rows: StatisticRows,
  },
  {
    at: 'reviews',
    title: 'Home: reviews',
    section: 'reviews',
    fields: [{ name: 'reviewsTitle' }, { name: 'reviewsButton' }],
  },
  { at: 'reasons', title: 'Home and About: reasons', fields: [{ name: 'reasonsTitle' }], rows: ReasonRows },
  {
    at: 'trust',
    title: 'Home and About: what buyers can rely on',
    section: 'trust',
    fields: [{ name: 'trustTitle' }],
    rows: TrustRows,
  },
  {
    at: 'contact',
    title: 'Home: contact',
    fields: [
      { name: 'contactTitle' },
      { name: 'contactLead' },
      { name: 'contactHours', hint: 'Left empty, the opening hours are not shown there.' },
      { name: 'contactAddress' },
      { name: 'contactPhone' },
      { name: 'contactEmail' },
    ],
  },
  {
    at: 'about',
    title: 'About',
    fields: [{ name: 'aboutTitle' }, { name: 'aboutText', rows: 8, hint: 'An empty line begins a new paragraph.' }],
  },
  {
    at: 'footer',
    title: 'Footer',
    fields: [
      { name: 'copyright' },
      { name: 'footer', hint: 'Next to the copyright on every page.' },
      { name: 'footerBuying' },
      { name: 'footerCatalogue' },
      { name: 'footerReviews' },
      { name: 'footerCompany' },
      { name: 'footerContact' },
      { name: 'footerBlogs' },
      { name: 'footerPortfolio' },
      { name: 'footerPages' },
    ],
  },
];

const OTHER_PAGES = ['portfolio', 'blogs'] as const;

/** What the pages say, place by place, each beside a picture of where it stands. */
export function TextsGroup({ form }: { form: SettingsForm }) {
  return (
    <SettingsGroup
      id="settings-texts"
      lead="Home page, About page and footer. What is left empty is not shown at all; a section that is turned off is gone from pages, menu and footer."
    >
      <fieldset>
        <legend className="font-medium">Pages that the shop came with</legend>
        {OTHER_PAGES.map((name) => (
          <Switch key={name} form={form} name={name} />
        ))}
      </fieldset>
      {PLACES.map((place) => (
        <PlaceFields key={place.at} form={form} {...place} />
      ))}
    </SettingsGroup>
  );
}

/** More short texts than this stand in two columns. */
const MANY = 4;

function PlaceFields({ form, at, title, section, fields, rows: Rows }: Place & { form: SettingsForm }) {
  return (
    <fieldset className="mt-5">
      <legend className="border-base-300 w-full border-t pt-4 font-medium">{title}</legend>
      <div className="grid gap-x-6 md:grid-cols-[minmax(0,1fr)_8rem]">
        <div className="min-w-0 pt-2">
          {section && <Switch form={form} name={section} />}
          <div className={fields.length > MANY ? 'grid gap-x-4 sm:grid-cols-2' : ''}>
            {fields.map(({ name, rows, hint }) => {
              const field = { form, name: `texts.${name}` as const, label: partName(`texts.${name}`) };
              const said = <OriginalText form={form} name={name} hint={hint} />;
              return rows ? (
                <SettingsLines key={name} rows={rows} hint={said} {...field} />
              ) : (
                <SettingsText key={name} hint={said} {...field} />
              );
            })}
          </div>
          {Rows && <Rows form={form} />}
        </div>
        <PlacePicture at={at} />
      </div>
    </fieldset>
  );
}

function Switch({ form, name }: { form: SettingsForm; name: keyof Settings['sections'] }) {
  return (
    <label className="flex items-center gap-2 py-2">
      <input type="checkbox" className="checkbox" {...form.register(`sections.${name}`)} />
      <span>{partName(`sections.${name}`)}</span>
    </label>
  );
}

/** Brings back what the shop came with, where something else is typed. */
function OriginalText({ form, name, hint }: { form: SettingsForm; name: TextsField; hint: string | undefined }) {
  const isOwn = form.watch(`texts.${name}`) === OWN_TEXTS[name];
  return (
    <>
      {hint && <span>{hint} </span>}
      {!isOwn && (
        <button
          type="button"
          aria-label={`Use the original text: ${partName(`texts.${name}`)}`}
          className="link inline-flex min-h-6 items-center"
          onClick={() => form.setValue(`texts.${name}`, OWN_TEXTS[name], { shouldDirty: true })}
        >
          Use the original text
        </button>
      )}
    </>
  );
}
