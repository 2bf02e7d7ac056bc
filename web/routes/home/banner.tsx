import { company } from '#content/company.ts';
import { PageLink } from '#web/shell/page-link.tsx';

export function Banner() {
  return (
    <section className="hero bg-base-200 py-16">
      <div className="hero-content text-center">
        <div className="max-w-2xl">
          <h1 className="text-4xl font-bold sm:text-5xl">{company.name}</h1>
          <p className="py-6 text-lg">{company.tagline}</p>
          <PageLink to="/about" className="btn btn-primary btn-lg">
            Get To Know More About Us
          </PageLink>
        </div>
      </div>
    </section>
  );
}
