import { HOSTILE_MODES, PEOPLE } from './people.ts';

/** The page on which the person at the browser says who they are; `asked` is the authorization request, sent along again. */
export function pickerPage(action: string, shop: string, asked: URLSearchParams): string {
  const hidden = [...asked].map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  const people = PEOPLE.map(
    ({ sub, name, email, note }) =>
      `<li><button name="person" value="${sub}"><strong>${escape(name)}</strong><span>${escape(email)}</span><small>${escape(note)}</small></button></li>`,
  );
  const modes = Object.entries(HOSTILE_MODES).map(([mode, what]) => `<option value="${mode}">${escape(what)}</option>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Choose an account · Google (demo)</title>
<style>
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
  body { max-width: 28rem; margin: 3rem auto; padding: 0 1rem }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem }
  ul { list-style: none; padding: 0 }
  li button { display: grid; width: 100%; text-align: left; padding: .75rem 1rem; margin: .5rem 0; gap: .1rem }
  button, select, input { font: inherit; border-radius: .5rem; border: 1px solid color-mix(in srgb, currentColor 35%, transparent); background: transparent; color: inherit; min-height: 2.75rem; padding: .4rem .8rem }
  button { cursor: pointer }
  button:hover, button:focus-visible { background: color-mix(in srgb, currentColor 8%, transparent) }
  label { display: grid; gap: .2rem; margin: .75rem 0 }
  details { margin: 1rem 0 }
  summary { cursor: pointer; padding: .5rem 0 }
</style>
</head>
<body>
<main>
<h1>Choose an account</h1>
<p>to continue to ${escape(shop)}. This is the demo's stand-in for Google: nothing leaves this machine.</p>
<form method="post" action="${escape(action)}">
${hidden.join('\n')}
<ul>
${people.join('\n')}
</ul>
<details>
<summary>Use another account</summary>
<label>Name <input name="name" autocomplete="off"></label>
<label>E-mail <input name="email" type="email" autocomplete="off"></label>
<button name="person" value="other">Continue</button>
</details>
<details>
<summary>Misbehave, for tests</summary>
<label for="mode">Mode</label><select id="mode" name="mode"><option value="">None</option>${modes.join('')}</select>
</details>
<button name="person" value="">Cancel</button>
</form>
</main>
</body>
</html>`;
}

export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
