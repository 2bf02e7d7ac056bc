import type PdfKit from 'pdfkit';
import { escaped } from '#server/money/e-invoices/xml.ts';

type Pdf = InstanceType<typeof PdfKit>;

const FILE = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const PROPERTIES: [name: string, value: string, description: string][] = [
  ['DocumentFileName', FILE, 'Name of the embedded XML invoice file'],
  ['DocumentType', 'INVOICE', 'INVOICE'],
  ['Version', '1.0', 'Version of the Factur-X standard'],
  ['ConformanceLevel', 'EN 16931', 'Conformance level of the embedded document'],
];

/** Who issues a document, for its XMP; pdfkit writes its own values there as they are, also those that XML minds. */
export function issuerXmp(issuer: string): string {
  return `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:creator><rdf:Seq><rdf:li>${escaped(issuer)}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>`;
}

/** Puts the invoice for machines into the one for people, and says so as Factur-X 1.0 asks for it. @param at of issue */
export function attachFacturX(pdf: Pdf, xml: Uint8Array, at: Date): void {
  const said = {
    name: FILE,
    type: 'text/xml',
    description: 'The invoice as EN 16931 CII',
    creationDate: at,
    modifiedDate: at,
    relationship: 'Alternative',
  };
  pdf.file(Buffer.from(xml), said);
  pdf.appendXML(`<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
${PROPERTIES.map(([name, value]) => `  <fx:${name}>${value}</fx:${name}>`).join('\n')}
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>
${PROPERTIES.map(([name, , description]) => propertyOf(name, description)).join('\n')}
    </rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`);
}

function propertyOf(name: string, description: string): string {
  return `      <rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>${name}</pdfaProperty:name>
        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
        <pdfaProperty:category>external</pdfaProperty:category>
        <pdfaProperty:description>${description}</pdfaProperty:description>
      </rdf:li>`;
}
