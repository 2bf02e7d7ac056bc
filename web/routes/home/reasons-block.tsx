import { reasons } from '#content/company.ts';

export function ReasonsBlock() {
  return (
    <section className="mx-auto max-w-7xl px-4 py-12" aria-labelledby="home-reasons">
      <h2 id="home-reasons" className="mb-8 text-center text-3xl font-bold">
        Why businesses buy from us
      </h2>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {reasons.map(({ title, text }) => (
          <li key={title} className="card bg-base-200 p-6">
            <h3 className="mb-2 text-lg font-semibold">{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
