import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { useSyncExternalStore } from 'react';

/** The card field is another origin's document, which our style sheet does not reach: it is told its colours. */
const LIGHT = { color: '#17222b', iconColor: '#17222b', '::placeholder': { color: '#5b6676' } };
const DARK = { color: '#e5eaed', iconColor: '#e5eaed', '::placeholder': { color: '#a8b1bd' } };
const OPTIONS = {
  light: { style: { base: { fontSize: '16px', ...LIGHT }, invalid: { color: '#b42318', iconColor: '#b42318' } } },
  dark: { style: { base: { fontSize: '16px', ...DARK }, invalid: { color: '#fca5a5', iconColor: '#fca5a5' } } },
} satisfies Record<string, StripeCardElementOptions>;

const darkness = () => window.matchMedia('(prefers-color-scheme: dark)');

function onTheme(listener: () => void): () => void {
  const query = darkness();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** How the card field looks in the theme that the browser asks for now. */
export function useCardLook(): StripeCardElementOptions {
  const isDark = useSyncExternalStore(
    onTheme,
    () => darkness().matches,
    () => false,
  );
  return isDark ? OPTIONS.dark : OPTIONS.light;
}
