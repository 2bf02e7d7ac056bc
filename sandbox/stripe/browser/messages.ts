// What the shop's page and the card frame say to each other, through a port that nobody else holds.

export interface ElementError {
  type: 'validation_error';
  code: string;
  message: string;
}

export interface ChangeEvent {
  elementType: 'card';
  brand: string;
  complete: boolean;
  empty: boolean;
  error: ElementError | undefined;
  value: { postalCode: string };
}

/** The part of the Card Element's options that the frame understands. */
export interface CardOptions {
  disabled?: boolean;
  hidePostalCode?: boolean;
  hideIcon?: boolean;
  classes?: Record<string, string>;
  value?: { postalCode?: string };
  style?: {
    base?: Record<string, unknown>;
    invalid?: Record<string, unknown>;
  };
}

/** How the page looks around the frame: the frame stands on the same ground, so that it does not show as one. */
export interface Look {
  background: string;
  color: string;
  scheme: 'light' | 'dark';
}

export interface BillingDetails {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: Record<string, string | null | undefined>;
}

/** Stripe's answer about a new payment method: the object or the error, as the API gave it. */
export interface MethodResult {
  paymentMethod?: { id: string };
  error?: { type: string; code?: string; message?: string };
}

export type ToFrame =
  | { type: 'options'; options: CardOptions; look: Look }
  | { type: 'focus' }
  | { type: 'blur' }
  | { type: 'clear' }
  | { type: 'tokenize'; call: number; key: string; billing: BillingDetails };

export type FromFrame =
  | { type: 'ready' }
  | { type: 'height'; px: number }
  | { type: 'change'; event: ChangeEvent }
  | { type: 'focus' }
  | { type: 'blur' }
  | { type: 'escape' }
  | { type: 'submit' }
  | { type: 'tokenized'; call: number; result: MethodResult };
