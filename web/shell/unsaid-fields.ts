/** Fields that their own form reads when it is sent (forms/use-form.ts). */
export const readByTheirForm = new WeakSet<object>();

/**
 * From now on, what a password manager or the browser filled in without an event is told to the field's own handler before
 * its form is sent, so that what stands there is what is sent: of all fields that a page keeps in its state, those beside
 * the form included. Before somebody types into another field, too, since the page is then written anew from its state.
 */
export function hearUnsaidFields(page: Document): void {
  const hear = ({ target, type, isTrusted }: Event) => {
    if (!(target instanceof Element) || (type === 'input' && !isTrusted)) return;
    const form = target.closest('form');
    // React writes what a page knows of a field into its `value` attribute, too.
    const unsaid = [...page.querySelectorAll<HTMLInputElement>('input:read-write, textarea:read-write')].filter(
      (field) =>
        field !== target &&
        (field.form === form || !field.form) &&
        field.value !== field.defaultValue &&
        !readByTheirForm.has(field),
    );
    // All of them before any is told: what the page makes of one is written over the others.
    const texts = unsaid.map(({ value }) => value);
    unsaid.forEach((field, index) => {
      // React hears of no text that was set in its sight.
      field.value = '';
      Reflect.set(Object.getPrototypeOf(field), 'value', texts[index], field);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  };
  for (const type of ['submit', 'input']) page.addEventListener(type, hear, { capture: true });
}
