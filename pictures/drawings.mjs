// Line drawings in the manner of a printed catalogue, for what is knitted or sewn and would look like wax in a render; and
// the outline that a missing tool leaves on its board. The light comes from the upper left, as in the renders.
const INK = '#23313b';
const ORANGE = '#e2601f';

const sheet = (
  defs,
  body,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960" viewBox="0 0 960 960" fill="none" stroke-linecap="round" stroke-linejoin="round">
<defs><filter id="cast" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="16"/></filter>
<linearGradient id="lit" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0a1218" stop-opacity=".26"/></linearGradient>${defs}</defs>${body}</svg>`;
const shadow = (shape) =>
  `<g transform="translate(16 26)" fill="#1e1a16" opacity=".36" filter="url(#cast)">${shape}</g>`;

export const drawings = { 'glo-kn-10': gloves(), 'gog-cl': goggles(), 'ves-or-l': vest(), 'not-found': outline() };

/** A pair, knitted without a seam; ribbed cuffs whose hem is overlocked in the house's colour. */
function gloves() {
  const fingers = [
    [-64, 30, -84, -196, 54],
    [-20, 20, -24, -236, 56],
    [26, 24, 36, -210, 54],
    [70, 44, 96, -136, 47],
    [-66, 122, -160, 6, 60],
  ];
  const palm = 'M-94 10C-98 70-88 130-84 190L84 190C96 130 104 80 94 30Z';
  const cuff = 'M-84 184C-80 240-82 300-88 352L88 352C82 300 80 240 84 184Z';
  const capsules = (grow) =>
    fingers.map(([x, y, u, v, w]) => `<path d="M${x} ${y}L${u} ${v}" stroke-width="${w + grow}"/>`).join('');
  const ribs = Array.from({ length: 15 }, (_, i) => {
    const x = -77 + i * 11;
    return `M${x} 190C${x * 0.97} 240 ${x * 0.98} 300 ${x * 1.04} 344`;
  }).join('');
  const hand = `<g stroke="${INK}">${capsules(9)}</g><path d="${palm}${cuff}" fill="${INK}" stroke="${INK}" stroke-width="9"/>
    <g stroke="#cfd4d2">${capsules(0)}</g><path d="${palm}${cuff}" fill="#cfd4d2"/>
    <g stroke="url(#knit)">${capsules(0)}</g><path d="${palm}" fill="url(#knit)"/>
    <path d="M-43 -6L-42 34M4 -12L4 30M50 -2L48 40M-92 40C-70 76-66 110-70 150" stroke="${INK}" stroke-width="3.5" opacity=".75"/>
    <path d="M-60 70C-20 100 40 100 78 84M-50 130C-10 150 40 150 76 138" stroke="${INK}" stroke-width="2.5" opacity=".28"/>
    <path d="${ribs}" stroke="${INK}" stroke-width="2.6" opacity=".5"/><path d="M-84 188C-40 198 40 198 84 188" stroke="${INK}" stroke-width="3.5" opacity=".7"/>
    <path d="M-89 350L89 350" stroke="${INK}" stroke-width="25"/><path d="M-89 350L89 350" stroke="${ORANGE}" stroke-width="17"/>
    <path d="${Array.from({ length: 22 }, (_, i) => `M${-88 + i * 8.4} 343l4 14`).join('')}" stroke="${INK}" stroke-width="2" opacity=".45"/>`;
  const flat = `<g stroke="#1e1a16">${capsules(4)}</g><path d="${palm}${cuff}"/>`;
  const left = 'translate(338 490) rotate(-15) scale(1.08)';
  const right = 'translate(622 436) rotate(13) scale(-1.08 1.08)';
  const lit = (at) =>
    `<g transform="${at}" stroke="url(#side)" opacity=".55">${capsules(-2)}</g><g transform="${at}"><path d="${palm}${cuff}" fill="url(#side)" opacity=".55"/></g>`;
  return sheet(
    `<pattern id="knit" width="11" height="10" patternUnits="userSpaceOnUse"><path d="M0 1L5.5 8L11 1" stroke="${INK}" stroke-width="1.7" opacity=".34" fill="none"/></pattern>
     <linearGradient id="side" gradientUnits="userSpaceOnUse" x1="-120" y1="-200" x2="130" y2="300"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0a1218" stop-opacity=".5"/></linearGradient>`,
    `${shadow(`<g transform="${right}">${flat}</g><g transform="${left}">${flat}</g>`)}<g transform="${right}">${hand}</g>${lit(right)}<g transform="${left}">${hand}</g>${lit(left)}`,
  );
}

/** Seen from the front and a little above: the band goes round behind. */
function goggles() {
  const frame =
    'M150 470C150 388 214 362 322 356L638 356C746 362 810 388 810 470L810 566C810 656 744 700 660 700C596 700 562 668 540 626C522 592 504 580 480 580C456 580 438 592 420 626C398 668 364 700 300 700C216 700 150 656 150 566Z';
  const lens =
    'M192 478C192 424 240 404 330 400L630 400C720 404 768 424 768 478L768 560C768 624 722 658 660 658C614 658 592 634 572 598C548 554 522 536 480 536C438 536 412 554 388 598C368 634 346 658 300 658C238 658 192 624 192 560Z';
  const band = 'M172 500C36 430 78 262 300 232C420 216 540 216 660 232C882 262 924 430 788 500';
  const vents = Array.from({ length: 9 }, (_, i) => `M${300 + i * 45} 380l0 -12`).join('');
  return sheet(
    `<linearGradient id="glass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e9f4f7" stop-opacity=".95"/><stop offset=".5" stop-color="#bcd8e2" stop-opacity=".72"/><stop offset="1" stop-color="#8fb4c3" stop-opacity=".8"/></linearGradient>`,
    `${shadow(`<path d="${frame}"/>`)}<g transform="translate(0 20)">
     <path d="${band}" stroke="${INK}" stroke-width="74"/><path d="${band}" stroke="#3d5260" stroke-width="64"/>
     <path d="${band}" stroke="${ORANGE}" stroke-width="12"/><path d="${band}" stroke="#fff" stroke-opacity=".16" stroke-width="58" stroke-dasharray="2 7" stroke-linecap="butt"/>
     <path d="M150 450l-52 18 6 66 58 10M810 450l52 18 -6 66 -58 10" fill="#6d828e" stroke="${INK}" stroke-width="8"/>
     <path d="${frame}" fill="#9db0ba" stroke="${INK}" stroke-width="9"/><path d="${frame}" fill="url(#lit)"/>
     <path d="${vents}" stroke="${INK}" stroke-width="9" opacity=".8"/>
     <path d="${lens}" fill="#5f7a88"/><path d="${lens}" fill="url(#glass)" stroke="${INK}" stroke-width="6"/>
     <path d="M236 560C228 486 250 446 330 438L392 436C330 470 284 520 268 600C250 592 240 580 236 560Z" fill="#fff" opacity=".6"/><path d="M420 434L462 433C410 466 372 506 348 566L330 590C334 520 364 470 420 434Z" fill="#fff" opacity=".34"/>
     <path d="M700 610C726 590 734 560 732 520" stroke="#fff" stroke-width="7" opacity=".6"/>
     <path d="M420 626C398 668 364 700 300 700M540 626C562 668 596 700 660 700" stroke="#fff" stroke-width="4" opacity=".35" transform="translate(0 -9)"/>
     <text x="610" y="628" font-family="sans-serif" font-size="19" fill="${INK}" opacity=".7">EN 166 1 B</text></g>`,
  );
}

/** Class 2: two bands round the body and one over each shoulder, a touch-close front, two pockets. */
function vest() {
  const body =
    'M408 118C372 124 312 142 272 168C300 300 292 408 232 486L214 838Q480 872 746 838L728 486C668 408 660 300 688 168C648 142 588 124 552 118C552 220 520 330 480 392C440 330 408 220 408 118Z';
  const back = 'M408 118Q480 160 552 118C552 220 520 330 480 392C440 330 408 220 408 118Z';
  const tape = (d) =>
    `<path d="${d}" fill="#c9d0d2" stroke="${INK}" stroke-width="4"/><path d="${d}" fill="url(#bead)"/>`;
  const closes = [440, 520, 710, 790]
    .map(
      (y) => `<rect x="466" y="${y}" width="28" height="30" rx="3" fill="#b7430f" stroke="${INK}" stroke-width="3"/>`,
    )
    .join('');
  return sheet(
    `<pattern id="bead" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H12M0 0V12" stroke="#fff" stroke-width="2" opacity=".75"/></pattern><clipPath id="in"><path d="${body}"/></clipPath>
     <pattern id="mesh" width="9" height="9" patternUnits="userSpaceOnUse"><circle cx="4.5" cy="4.5" r="1" fill="#7a2a06" opacity=".25"/></pattern>`,
    `${shadow(`<path d="${body}"/>`)}<path d="${back}" fill="#b9470f" stroke="${INK}" stroke-width="7"/><path d="M430 150Q480 178 530 150" stroke="${INK}" stroke-width="3" opacity=".6"/>
     <path d="${body}" fill="#f4691b"/><path d="${body}" fill="url(#mesh)"/>
     <g clip-path="url(#in)">${tape('M318 100L392 100L388 560L310 560Z')}${tape('M568 100L642 100L650 560L572 560Z')}${tape('M180 548Q480 584 780 548L780 618Q480 654 180 618Z')}${tape('M180 676Q480 712 780 676L780 746Q480 782 180 746Z')}</g>
     <path d="M262 770L430 782L428 846M530 846L530 782L698 770" stroke="${INK}" stroke-width="4" opacity=".85"/><path d="M262 790L430 802M530 802L698 790" stroke="${INK}" stroke-width="2.5" stroke-dasharray="7 6" opacity=".6"/>
     <path d="M480 392L480 856" stroke="${INK}" stroke-width="5"/>${closes}
     <path d="M258 500C250 620 244 740 240 838M702 500C710 620 716 740 720 838" stroke="${INK}" stroke-width="2.5" stroke-dasharray="8 6" opacity=".5"/>
     <path d="M286 186C312 310 304 410 248 490M674 186C648 310 656 410 712 490" stroke="#fff" stroke-width="3" stroke-dasharray="8 6" opacity=".55"/>
     <path d="${body}" fill="url(#lit)"/><path d="${body}" stroke="${INK}" stroke-width="9"/><path d="M408 118C408 220 440 330 480 392C520 330 552 220 552 118" stroke="#f6f3ee" stroke-width="5" opacity=".75" transform="translate(0 2)"/>`,
  );
}

/** What is left on the board when somebody has taken the hammer: its painted outline and two pegs. */
function outline() {
  const hammer =
    'M300 214C300 190 316 178 340 178L398 178C420 178 432 188 446 196L560 196C640 200 700 236 744 300C690 268 640 262 560 268L540 300L546 790C546 824 530 842 505 842C480 842 464 824 464 790L470 300L446 270C432 282 420 288 398 288L340 288C316 288 300 276 300 252Z';
  const peg = (x, y) =>
    `<circle cx="${x}" cy="${y}" r="17" fill="#0b151c" opacity=".55" transform="translate(6 10)"/><circle cx="${x}" cy="${y}" r="17" fill="#9fb0ba"/><circle cx="${x - 5}" cy="${y - 6}" r="6" fill="#eef3f5"/>`;
  return sheet(
    '',
    `<g transform="rotate(-14 480 480)"><path d="${hammer}" fill="#f6f3ee" opacity=".07"/><path d="${hammer}" stroke="#f6f3ee" stroke-width="11" stroke-dasharray="34 24"/>${peg(432, 332)}${peg(578, 332)}</g>`,
  );
}
