import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface Props {
  label: string;
  mark: ReactNode;
  /** On which screens it is there, and how its button looks. */
  look: { menu: string; button: string };
  onOpen?: () => void;
  children: ReactNode;
}

/** A menu that opens below its button, also without script; Escape and a tap outside close it, and so does a new page. */
export function Menu(props: Props) {
  const { key } = useLocation();
  return <OneMenu key={key} {...props} />;
}

function OneMenu({ label, mark, look, onOpen, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current } = details;
    if (!current) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !current.open) return;
      current.open = false;
      if (current.contains(document.activeElement)) current.querySelector('summary')?.focus();
    };
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !current.contains(target)) current.open = false;
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
  return (
    <details
      ref={details}
      className={`dropdown ${look.menu}`}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <summary className={`btn btn-ghost btn-square ${look.button}`} aria-label={label} title={label}>
        {mark}
      </summary>
      {children}
    </details>
  );
}
