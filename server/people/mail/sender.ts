/** A mail to one person, as text and as HTML; where `to` is a telephone number in the form +8801712345678, an SMS of the text. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The user whose letter it is; without it, nobody finds it among their letters. */
  userId?: string;
  /** For how long the link or code in it works: its body is kept no longer. */
  goodForSeconds?: number;
}

/** Hands one letter to a provider. @throws where the provider does not take it now; LetterRefused where it never will */
export type Sender = (letter: Letter & { id: string }) => Promise<void>;
