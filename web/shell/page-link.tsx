import { type FocusEvent, type PointerEvent, useSyncExternalStore } from 'react';
import { Link, type LinkProps, NavLink, type NavLinkProps, useHref } from 'react-router';
import { reachability } from '#web/api/reachability.ts';

type Props = ({ as?: typeof Link } & LinkProps) | ({ as: typeof NavLink } & NavLinkProps);

let prefetchData: (href: string) => void = () => {};

/** Says what fetches the data of a page before it is opened: a link knows addresses, and no subject. */
export function prefetchBy(prefetch: (href: string) => void): void {
  prefetchData = prefetch;
}

/** A link whose page is fetched, script and data, as soon as somebody seems to want it. */
export function PageLink(props: Props) {
  const href = useHref(props.to);
  // The router loads a whole document anew where a page's script cannot be had: not for a mere look at a link.
  const prefetch = useSyncExternalStore(reachability.subscribe, reachability.now, () => true) ? 'intent' : 'none';
  const onPointerEnter = (event: PointerEvent<HTMLAnchorElement>) => {
    prefetchData(href);
    props.onPointerEnter?.(event);
  };
  const onFocus = (event: FocusEvent<HTMLAnchorElement>) => {
    prefetchData(href);
    props.onFocus?.(event);
  };
  if (props.as === NavLink) {
    const { as: _, ...rest } = props;
    return <NavLink prefetch={prefetch} {...rest} onPointerEnter={onPointerEnter} onFocus={onFocus} />;
  }
  // The other half of the union; TypeScript does not narrow it by an optional field.
  const { as: _, ...rest } = props as LinkProps & { as?: typeof Link };
  return <Link prefetch={prefetch} {...rest} onPointerEnter={onPointerEnter} onFocus={onFocus} />;
}
