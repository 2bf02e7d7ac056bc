import type { ComponentProps } from 'react';
import { useRowName } from './row-name.ts';

interface Props extends ComponentProps<'button'> {
  /** `danger` for what takes something away. */
  tone?: 'plain' | 'main' | 'danger';
}

const TONES = { plain: '', main: 'btn-primary', danger: 'btn-outline btn-error' };

/** A button in a row of a data table, read out with the row's name. */
export function RowButton({ tone = 'plain', className = '', ...button }: Props) {
  return <button type="button" className={`btn btn-sm ${TONES[tone]} ${className}`} {...useRowName()} {...button} />;
}
