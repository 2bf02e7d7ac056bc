import { z } from 'zod';
import { bounded } from './text.ts';

/** Schemes of electronic addresses (EAS of EN 16931). */
const SCHEMES = new Set(
  (
    '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 ' +
    '0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 ' +
    '0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 ' +
    '9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 ' +
    '9949 9950 9951 9952 9953 9957 9959 AN AQ AS AU EM'
  ).split(' '),
);

function weighted(digits: string, weights: (index: number) => number): number {
  return [...digits].reduce((sum, digit, index) => sum + Number(digit) * weights(index), 0);
}

/** Numbers whose check digits Peppol asks (PEPPOL-COMMON-R040, R041, R043): GLN, Norwegian and Belgian organisations. */
const FITS: Readonly<Record<string, (number: string) => boolean>> = {
  '0088': (gln) => /^\d{13}$/.test(gln) && weighted(gln, (index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0,
  '0192': (number) =>
    /^\d{9}$/.test(number) && weighted(number, (index) => [3, 2, 7, 6, 5, 4, 3, 2, 1][index]!) % 11 === 0,
  '0208': (number) => /^[01]\d{9}$/.test(number) && 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
};

const FORM = /^(?:\d{4}|[A-Z]{2}):[\w.:+@/-]{1,59}$/;

function isAddress(text: string): boolean {
  const [scheme = ''] = text.split(':', 1);
  return FORM.test(text) && SCHEMES.has(scheme) && (FITS[scheme]?.(text.slice(scheme.length + 1)) ?? true);
}

const WRONG =
  'Enter the Peppol address as scheme:number, such as 9930:DE136695976, with a listed scheme and correct check digits';

/** Where e-invoices go by Peppol: a scheme of the EAS list and the number in it, as 9930:DE136695976. Empty: nowhere. */
export const PeppolId = z.union([z.literal(''), bounded(64, WRONG).refine(isAddress, WRONG)], WRONG);
