import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { unspoken } from './scripts/languages.mjs';

const production = (file: string) =>
  fileURLToPath(new URL(`./node_modules/react-router/dist/production/${file}`, import.meta.url));

/** What Vite puts round every `import()` is the shop's own, which is smaller: it is in each page's script. */
const preloadHelper: Plugin = {
  name: 'tradebench-preload-helper',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) =>
    id === '\0vite/preload-helper.js' ? fileURLToPath(new URL('./web/load-part.ts', import.meta.url)) : null,
};

/** What pages say is put into the built scripts afterwards, in each language (scripts/languages.mjs). */
const sayLater: Plugin = {
  name: 'tradebench-say-later',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => (id.includes('/web/') ? unspoken(code) : null),
};

/** React Router says names of its components for developers; without them, those that no page has fall away. */
const withoutDisplayNames: Plugin = {
  name: 'tradebench-without-display-names',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/react-router/dist/production/')
      ? code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/(?<=^var \w+ = )(?=React\d*\.(forwardRef|createContext)\()/gm, '/* @__PURE__ */ ')
      : null,
};

/** What every page has before anything is loaded late: said again beside each late part, it is script on every page. */
const ON_EVERY_PAGE = /^assets\/(packages|shell|queries|rolldown-runtime)-/;

/** What stands in one file of script; what none of them names, the bundler puts where it is needed. */
const GROUPS = [
  // What every page needs comes in two files: one that changes with the packages, one with the shop.
  {
    name: 'packages',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
  },
  // Every page asks through it; changes and lists without an end are the dashboard's.
  {
    name: 'queries',
    test: /node_modules\/@tanstack\/(?!.*(?:mutationObserver|useMutation|nfiniteQueryObserver|useInfiniteQuery))/,
  },
  {
    name: 'shell',
    test: /\/(web\/(root|load-part|shell\/(?!toast-container|toasts\.css|loading-screen|needs-script|row-link|text-link|save-file|moment|sku|search-note|said)|nav-bar\/(?!page-of-order|search-suggestions|company-select|category-links)|session\/(?!identity-|in-time|guards|return-to|signed-in|whom|use-address-parameter)|forms\/no-code|api\/(page-context|api-error|caches|call|defaults|preload|reachability|use-source)|queries\/(?:\w+\/)?(tools|reviews|shop-front|prefetch-data|outdate)\.|ui\/section|routes\/(not-found\/words|products\/(tool-card|view\.ts)|dashboard\/money\/payment\/document-path))|content\/brand)/,
  },
  // What is sent with a key comes after the first picture, and with the dashboard, which sends most of it.
  { name: 'keys', test: /\/web\/api\/unanswered\./ },
  // Digits in the search of every page may be an order's number.
  {
    name: 'order-of-number',
    minShareCount: 2,
    test: /\/web\/queries\/(buying\/order-of-number|people\/fetch-role)\./,
  },
  // The list of products reads the prices that narrow it, and nothing of ordering.
  { name: 'numbers', minShareCount: 2, test: /\/(contract|web\/forms)\/typed-number\./ },
  // The list of products, what the search suggests and the table of sizes speak of the same lists.
  {
    name: 'filter',
    minShareCount: 2,
    test: /\/contract\/catalogue\/list-filter\.|\/web\/(routes\/products\/filter|shell\/search-note)\./,
  },
  // What several pages share comes in few files: every page fetches the list of all files.
  {
    name: 'ordering',
    minShareCount: 2,
    test: /\/web\/basket\/(?!checkout-note|order-again|again-outcome|lost-order|totals|saving-words)|\/web\/queries\/\w+\/(profile|place-order|basket)\.|\/contract\/(?:\w+\/)?(pricing|quantities|country-codes|limits|address-lines|in-country)/,
  },
  { name: 'quotes', minShareCount: 2, test: /\/web\/quotes\/(ask-for-quote|quote-draft)\./ },
  { name: 'fields', test: /node_modules\/react-hook-form\// },
  // Public pages read sizes without the rest of the contract, which reads them as well.
  { name: 'units', minShareCount: 2, test: /\/contract\/catalogue\/units\./ },
  { name: 'words', minShareCount: 2, test: /\/web\/routes\/product\/(attribute|document)-words\./ },
  {
    name: 'contract',
    minShareCount: 4,
    test: /\/contract\/(?:\w+\/)?(?!identity|policy|money|pricing|quantities|country-codes|limits|address-lines|in-country|company-policy|approval-reasons|typed-number)[\w.-]+$|node_modules\/zod\//,
  },
  {
    name: 'pages',
    minShareCount: 2,
    test: /\/web\/(forms\/(?!contract-resolver|choice-boxes|language-field|no-code|use-following|typed-m|in-dialog|use-action)|session\/(guards|return-to|use-address-parameter)|shell\/(needs-script|loading-screen|text-link))/,
  },
  {
    name: 'dialogs',
    minShareCount: 2,
    test: /\/web\/(ui\/dialog\/(?!form-dialog|use-leaving)|forms\/(in-dialog|use-action))/,
  },
  { name: 'lists', minShareCount: 2, test: /\/web\/(named-lists\/|queries\/list-calls)/ },
  {
    name: 'addresses',
    minShareCount: 2,
    test: /\/web\/(addresses\/(?!address-dialog|address-book|begin-order)|queries\/people\/addresses\.)/,
  },
  { name: 'tool-form', minShareCount: 2, test: /\/web\/tool-form\// },
  {
    name: 'trust',
    minShareCount: 2,
    test: /\/web\/routes\/home\/(trust|reasons|contact)/,
  },
  // Every page asks who is signed in.
  { name: 'identity', test: /\/web\/session\/identity-/ },
  { name: 'signing', minShareCount: 2, test: /\/web\/(sign-in\/|queries\/people\/ways-in)/ },
  // For whom one buys is asked on every page of who is signed in.
  { name: 'buyers', minShareCount: 2, test: /\/web\/queries\/buying\/(own-companies|my-buyer)\./ },
  {
    name: 'office',
    minShareCount: 2,
    test: /\/web\/(returns\/|companies\/may-change-order|queries\/(?:\w+\/)?(paged-list|orders|papers|role|pictures|refunds|payments|imports|named-lists|returns|settings)\.|ui\/(data-table\/|part)|session\/signed-in|shell\/(row-link|save-file)|forms\/(contract-resolver|choice-boxes|language-field|typed-m)|api\/(query-client|send-file)|routes\/dashboard\/(?!.*\/page\.tsx|layout))/,
  },
];

export default defineConfig(({ command }) => ({
  plugins: [preloadHelper, sayLater, withoutDisplayNames, tailwindcss(), reactRouter()],
  cacheDir: '.cache/vite',
  // Thousands of files that are made and not written: `npm run dev` would look at each before it answers.
  server: { watch: { ignored: ['**/.cache/**', '**/build/**', '**/.data/**'] } },
  // Bundlers are led to React Router's development files, warnings and all; a build takes the others.
  ...(command === 'build'
    ? {
        resolve: {
          alias: [
            { find: /^react-router$/, replacement: production('index.mjs') },
            { find: /^react-router\/dom$/, replacement: production('dom-export.mjs') },
          ],
        },
      }
    : {}),
  environments: {
    client: {
      build: {
        target: 'es2022',
        modulePreload: {
          resolveDependencies: (_file, needed) => needed.filter((each) => !ON_EVERY_PAGE.test(each)),
        },
        // The notices of what the scripts are made of, beside them (LICENCES in scripts/build.mjs).
        license: { fileName: 'licences.txt' },
        rolldownOptions: {
          output: {
            postBanner: ({ name }) => (name === 'packages' ? '/*! /licences.txt */' : ''),
            codeSplitting: {
              groups: GROUPS,
            },
          },
        },
      },
    },
    ssr: {
      build: {
        target: 'node20',
        rollupOptions: {
          input: './web/entry.web.ts',
          // What the browser fetches when it needs it stands in the server's one file all the same.
          checks: { ineffectiveDynamicImport: false },
        },
      },
      ...(command === 'build'
        ? {
            // The built server starts from few files, without a walk through node_modules.
            resolve: { noExternal: true as const },
            // Packages ask for it when they are loaded: the demo, whose process is not told "production", got React with
            // all its warnings, and a page took nearly twice as long.
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          }
        : {}),
    },
  },
}));
