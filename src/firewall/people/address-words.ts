/** The words before addresses, by what may follow them. */
export const FIELDS =
  'address|adresse|anschrift|street|stra\u00dfe|strasse|direcci\u00f3n|direccion|indirizzo|domicilio|endere\u00e7o|postcode|' +
  'postal code|postal_code|postalcode|zip code|zip_code|zipcode|postleitzahl';
/** More names of fields, whose words are common elsewhere or have no other literal. */
export const FIELDS_ABROAD =
  'hausnummer|huisnummer|house_number|house number|housenumber|code_postal|code postal|codigo_postal|c\u00f3digo postal|' +
  'codice_postale|codice postale|endereco|\u5730\u5740|\u4f4f\u6240|\uc8fc\uc18c|\u0430\u0434\u0440\u0435\u0441';
export const QUOTED_FIELDS_ABROAD = '"straat"|"calle"|"adres"|"adresa"|"ulica"';
/** Words before which an address stands in a sentence, and labels. */
export const STATED =
  'lives at |living at |resides at |residing at |wohnt in |deliver to |wohnt in der |livraison : |livraison: |adres: |' +
  'adress: |osoite: |lieferung an: |address line 1: |address line 2: ';
/** The address may be a cell: `wohnhaft`, but not `wohnhaft in`. */
export const LIVING = 'wohnhaft ';
/** The name of a person may stand before the address. */
export const RECIPIENTS = 'ship to:|shipped to:|deliver to:|bill to:|sold to:|send to:';
/** Not a sentence's last word. */
export const STREET_SHORT = 'str. ';
export const BOXES = 'p.o. box |po box |p. o. box ';
export const POSTCODES = 'zip:|plz:|zip=|plz=';
/** Of an address that is an object: its city is one beside a postcode. */
export const LINE_MEMBERS = '"line1"|"line_1"|"address1"';
export const POSTCODE_MEMBERS = '"zip"|"plz"';
export const CITY_MEMBER = '"city"';
