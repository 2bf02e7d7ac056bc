import type { createCardFields, FieldName } from './card-fields.ts';
import type { ElementError } from './messages.ts';

/** The inputs of the card frame: what they hold, what is said of it, and how it is tidied while somebody types. Stands alone. */
export function createCardInputs(fields: ReturnType<typeof createCardFields>) {
  const names: FieldName[] = ['number', 'expiry', 'cvc', 'zip'];
  const left = new Set<FieldName>();
  let isZipHidden = false;

  const input = (name: FieldName) => document.getElementById(name) as HTMLInputElement;
  const digits = (name: FieldName) => input(name).value.replace(/\D/g, '');
  const visible = () => names.filter((name) => name !== 'zip' || !isZipHidden);
  const check = (name: FieldName) =>
    fields.check(name, name === 'zip' ? input(name).value.trim() : digits(name), digits('number'));

  /** What is shown while typing: certain mistakes at once, missing digits only in a field that was left. */
  function liveError(name: FieldName): ElementError | undefined {
    const { wrong, incomplete } = check(name);
    return wrong ?? (left.has(name) && input(name).value !== '' ? incomplete : undefined);
  }

  function show(name: FieldName, error: ElementError | undefined): void {
    input(name).setAttribute('aria-invalid', String(error !== undefined));
    const note = document.getElementById(`${name}-error`);
    if (note) note.textContent = error?.message ?? '';
  }

  /** Formats in place and keeps the caret behind the digit that it stood behind. */
  function tidy(name: FieldName): void {
    const field = input(name);
    const caret = field.selectionStart ?? field.value.length;
    const atEnd = caret === field.value.length;
    const before = field.value.slice(0, caret).replace(/\D/g, '').length;
    const value = fields.formatted(name, field.value, digits('number'));
    if (value === field.value) return;
    field.value = value;
    if (atEnd || name === 'zip') return;
    let place = 0;
    for (let seen = 0; place < value.length && seen < before; place++) if (/\d/.test(value[place] ?? '')) seen += 1;
    field.setSelectionRange(place, place);
  }

  function advance(name: FieldName, event: Event): void {
    const typed = event instanceof InputEvent && event.inputType === 'insertText';
    const atEnd = input(name).selectionStart === input(name).value.length;
    const next = visible()[visible().indexOf(name) + 1];
    if (typed && atEnd && next && name !== 'zip' && Object.keys(check(name)).length === 0) input(next).focus();
  }

  return {
    names,
    input,
    digits,
    visible,
    check,
    liveError,
    show,
    tidy,
    advance,
    /** The first that is empty. */
    focusFirst: () => input(visible().find((name) => input(name).value === '') ?? 'number').focus(),
    /** The keyboard has been in it. */
    leave: (name: FieldName) => void left.add(name),
    leaveNone: () => left.clear(),
    hideZip(hidden: boolean): void {
      isZipHidden = hidden;
      document.getElementById('zip-field')?.toggleAttribute('hidden', hidden);
    },
  };
}
