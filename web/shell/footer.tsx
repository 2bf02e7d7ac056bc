import { company } from '#content/company.ts';

/** On every page (spec §2). */
export function Footer() {
  return (
    <footer className="footer footer-center bg-base-200 text-base-content mt-16 p-8 text-sm">
      <p>Copyright 2022 - All right reserved by {company.name}</p>
    </footer>
  );
}
