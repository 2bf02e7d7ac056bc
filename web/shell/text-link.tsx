import type { LinkProps } from 'react-router';
import { PageLink } from './page-link.tsx';

/** A link to a page within text. */
export function TextLink(props: LinkProps) {
  return <PageLink className="link" {...props} />;
}
