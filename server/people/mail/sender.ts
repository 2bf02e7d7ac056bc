/**
 * What a letter is about, which says how many of its kind go to one address in a day (decision 404): `access`, links and
 * codes that anybody can ask for; `security`, what was done to an account; `order`, the reader's own orders; `staff`,
 * what those who run the shop have to see to; `quote`, what customers ask those who sell; `paper`, invoices of a company; `news`, what somebody asked to be told of.
 */
export type LetterAbout = 'access' | 'security' | 'order' | 'staff' | 'quote' | 'paper' | 'news';

/** A file that goes with a letter. */
export interface Attachment {
  name: string;
  bytes: Uint8Array;
}

/** A mail to one person, as text and as HTML; where `to` is a telephone number in the form +8801712345678, an SMS of the text. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  about: LetterAbout;
  /** The user whose letter it is; without it, nobody finds it among their letters. */
  userId?: string;
  /** Who caused it, of letters that are counted by that, and what is sent instead of the first beyond what is theirs in a day. */
  cause?: { by: string; instead: Pick<Letter, 'subject' | 'text' | 'html'> };
  /** A file with it. */
  attachment?: Attachment;
  /** Numbers of invoices and credit notes whose files go with it. */
  papers?: string[];
  /** For how long the link or code in it works: its body is kept no longer. */
  goodForSeconds?: number;
}

/** Hands one letter to a provider. @throws where the provider does not take it now; LetterRefused where it never will */
export type Sender = (letter: Letter & { id: string; attachments: Attachment[] }) => Promise<void>;
