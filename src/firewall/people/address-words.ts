/** The words before addresses, by what may follow them. */
export const FIELDS = [
  'address',
  'adresse',
  'anschrift',
  'street',
  'stra\u00dfe',
  'strasse',
  'direcci\u00f3n',
  'direccion',
  'indirizzo',
];
export const MORE_FIELDS = [
  'domicilio',
  'endere\u00e7o',
  'postcode',
  'postal code',
  'postal_code',
  'postalcode',
  'zip code',
  'zip_code',
  'zipcode',
  'postleitzahl',
];
/** Words before which an address stands in a sentence. */
export const STATED = ['lives at ', 'living at ', 'resides at ', 'residing at ', 'wohnhaft ', 'wohnt in '];
export const MORE_STATED = ['deliver to ', 'wohnt in der '];
/** The name of a person may stand before the address. */
export const RECIPIENTS = ['ship to:', 'shipped to:', 'deliver to:', 'bill to:', 'sold to:', 'send to:'];
export const LABELS_ABROAD = [
  'livraison : ',
  'livraison: ',
  'adres: ',
  'adress: ',
  'osoite: ',
  'lieferung an: ',
  'address line 1: ',
  'address line 2: ',
];
/** Not a sentence's last word. */
export const STREET_SHORT = 'str. ';
export const STREET_WORD = 'stra';
/** More names of fields, whose words are common elsewhere or have no other literal. */
export const FIELDS_ABROAD = [
  'hausnummer',
  'huisnummer',
  'house_number',
  'house number',
  'housenumber',
  '"straat"',
  '"calle"',
  '"adres"',
  '"adresa"',
  '"ulica"',
  'code_postal',
  'code postal',
  'codigo_postal',
  'c\u00f3digo postal',
  'codice_postale',
  'codice postale',
  'endereco',
  '\u5730\u5740',
  '\u4f4f\u6240',
  '\uc8fc\uc18c',
  '\u0430\u0434\u0440\u0435\u0441',
];
export const BOXES = ['p.o. box ', 'po box ', 'p. o. box '];
/** Of an address that is an object: its city is one beside a postcode. */
export const MEMBERS = ['"line1"', '"line_1"', '"address1"', '"zip"', '"plz"', '"city"'];
export const POSTCODES = ['zip:', 'plz:', 'zip=', 'plz='];
