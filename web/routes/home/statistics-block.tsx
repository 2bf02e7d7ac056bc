import { company } from '#content/company.ts';

export function StatisticsBlock() {
  return (
    <section className="bg-base-200 px-4 py-12 text-center" aria-labelledby="home-statistics">
      <h2 id="home-statistics" className="mb-8 text-3xl font-bold">
        Businesses trust
      </h2>
      <dl className="mx-auto grid max-w-5xl grid-cols-2 gap-6 lg:grid-cols-4">
        {company.figures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-base-content/80">{label}</dt>
            <dd className="text-primary text-4xl font-bold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
