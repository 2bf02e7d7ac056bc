import { portfolio } from '#content/portfolio.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'My Portfolio', description: portfolio.summary, path: '/myPortfolio' });

export default function PortfolioPage() {
  return (
    <div className="mx-auto max-w-3xl px-4 py-8">
      <h1 className="text-3xl font-bold">{portfolio.name}</h1>
      <p className="mb-4 text-lg">
        {portfolio.role},{' '}
        <a className="link" href={`mailto:${portfolio.email}`}>
          {portfolio.email}
        </a>
      </p>
      <p className="mb-8">{portfolio.summary}</p>
      <h2 className="mb-3 text-xl font-semibold">Education</h2>
      <ul className="mb-8 list-disc pl-5">
        {portfolio.education.map(({ what, where, when }) => (
          <li key={what}>
            {what}, {where}, {when}
          </li>
        ))}
      </ul>
      <h2 className="mb-3 text-xl font-semibold">Skills</h2>
      <ul className="mb-8 flex flex-wrap gap-2">
        {portfolio.skills.map((skill) => (
          <li key={skill} className="badge badge-neutral">
            {skill}
          </li>
        ))}
      </ul>
      <h2 className="mb-3 text-xl font-semibold">Projects</h2>
      <ul className="grid gap-4">
        {portfolio.projects.map(({ name, url, text }) => (
          <li key={name} className="card bg-base-200 p-4">
            <a className="link font-semibold" href={url}>
              {name}
            </a>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
