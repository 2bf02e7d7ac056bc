import './page-text.css';

/** @param html as the server made it of Markdown, in which HTML is text (server/office/pages/page-html.ts, attacks T76) */
export function PageText({ html }: { html: string }) {
  return <div className="page-text max-w-prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
