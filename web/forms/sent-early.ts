declare global {
  interface Window {
    /** The form that was sent last before the page's own script could take it. */
    sentEarly?: HTMLFormElement;
  }
}

/** For a document's head: a form that is sent before the page's script has come is kept, where the browser would leave the page. */
export const KEEP_SENT_EARLY = `addEventListener('submit',function(e){if(e.target.method==='post'){e.preventDefault();window.sentEarly=e.target}},true);`;

/** Sends a form that was sent before anything could listen; any other stays as it is. */
export function sendWhatWasSentEarly(form: HTMLFormElement | null): void {
  if (!form || window.sentEarly !== form) return;
  delete window.sentEarly;
  form.requestSubmit();
}
