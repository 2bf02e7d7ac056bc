import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { useSyncExternalStore } from 'react';

const darkness = () => window.matchMedia('(prefers-color-scheme: dark)');

function onTheme(listener: () => void): () => void {
  const query = darkness();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The card field is another origin's document, which our style sheet does not reach: it is told its colours. */
function look(): StripeCardElementOptions {
  const style = getComputedStyle(document.documentElement);
  const [text = '', placeholder = '', error = ''] = ['base-content', 'secondary', 'error'].map((name) =>
    style.getPropertyValue(`--color-${name}`).trim(),
  );
  return {
    style: {
      base: { fontSize: '16px', color: text, iconColor: text, '::placeholder': { color: placeholder } },
      invalid: { color: error, iconColor: error },
    },
  };
}

/** One of each theme, so that nothing is told anew while the theme stays. */
const looks = new Map<boolean, StripeCardElementOptions>();

function lookNow(): StripeCardElementOptions {
  const isDark = darkness().matches;
  const known = looks.get(isDark) ?? look();
  looks.set(isDark, known);
  return known;
}

const NONE: StripeCardElementOptions = {};

/** How the card field looks in the theme that the browser asks for now. */
export function useCardLook(): StripeCardElementOptions {
  return useSyncExternalStore(onTheme, lookNow, () => NONE);
}
