import { company } from '#content/company.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';

/** On every page (spec §2). */
export function Footer() {
  return (
    <footer className="bg-board text-on-board">
      <div aria-hidden="true" className="rule-edge text-on-board/40" />
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-8 text-sm">
        <p className="font-display flex items-center gap-2.5 text-xl font-semibold">
          <BrandMark className="size-8" />
          {company.brand}
        </p>
        <p>Copyright 2022 - All right reserved by {company.name}</p>
      </div>
    </footer>
  );
}
