import { type Positive, secret } from '../case.js';
import { createRandom, type Random } from '../random.js';

const EACH = 4;
const NAMES = ['Maple', 'Old Mill', 'Sycamore', 'Harbour', 'St. James', "O'Hara", 'West 23rd'];
const WORDS = ['Street', 'St', 'Avenue', 'Ave', 'Road', 'Lane', 'Boulevard', 'Terrace'];
const OTHER_WORDS = ['Drive', 'Court', 'Way', 'Place', 'Square'];
const TOWNS = ['Dayton, OH 45402', 'Salem, OR 97301', 'Bath BA1 2AB'];
const FRENCH = ['12 rue du Moulin, 69003 Lyon', '4 bis avenue Jean Moulin, 75014 Paris', '7 boulevard Voltaire'];
const GERMAN = [
  'Lindenstraße 45, 50667 Köln',
  'Goethestr. 7, 10115 Berlin',
  'Karl-Marx-Straße 12a',
  'Bahnhofstrasse 3, 8001 Zürich',
];

/** Behind the word for an address, where letters have no capitals, or the words no number before them. */
const LABELLED: readonly (readonly [string, string])[] = [
  ['住所：', '大阪府大阪市北区梅田3-1-3'],
  ['地址：', '上海市浦东新区世纪大道100号'],
  ['주소: ', '부산광역시 해운대구 센텀로 45'],
  ['Адрес: ', 'г. Казань, ул. Баумана, д. 7, кв. 3'],
];

const MEMBERS: readonly (readonly [string, string])[] = [
  ['hausnummer', '12a'],
  ['house_number', '7'],
  ['straat', 'Kerkstraat 12'],
  ['calle', 'Calle Mayor 3'],
  ['code_postal', '69003'],
  ['codigo_postal', '28013'],
  ['地址', '上海市浦东新区世纪大道100号'],
  ['adresa', 'Dlouhá 12, 110 00 Praha'],
];

/** Addresses of houses without a label, behind words for living and for parcels, and as members in other languages. */
export function houses(): readonly Positive[] {
  const random = createRandom(79);
  return [...alone(random), ...parcels(random), ...labelled(), ...members()];
}

const at = (variant: string, context: string, marked: string, form: Positive['form'] = 'text'): Positive => ({
  kind: 'address',
  variant,
  context,
  form,
  marked,
});

/** The town may be the next cell of a table, and is shown. */
const beforeTown = (address: string): string => {
  const [street = '', ...town] = address.split(', ');
  return [secret(street), ...town].join(', ');
};

const house = (random: Random, words = WORDS): string =>
  `${random.between(1, 1799)} ${random.pick(NAMES)} ${random.pick(words)}`;

function alone(random: Random): readonly Positive[] {
  const some = Array.from({ length: EACH }, () => [
    at('alone', 'prose', `I live at ${secret(house(random))} with two cats.\n`),
    at('alone', 'prose', `Parcels go to ${secret(house(random))}, ${random.pick(TOWNS)}.\n`),
    at('alone', 'prose', `${secret(house(random, OTHER_WORDS))}, ${random.pick(TOWNS)}\n`),
    at('alone', 'json', `{"note":"meet at ${secret(house(random))}"}\n`),
    at('alone', 'rows', `{"note":"${secret(house(random))}, ${random.pick(TOWNS)}"}`, 'rows'),
  ]).flat();
  const abroad = [...FRENCH, ...GERMAN].flatMap((one) => [
    at('alone', 'prose', `Adieu: ${beforeTown(one)}; bis bald\n`),
    at('alone', 'prose', `Sie ist wohnhaft ${beforeTown(one)}\n`),
  ]);
  return [...some, ...abroad];
}

function parcels(random: Random): readonly Positive[] {
  return ['Ship to:', 'Bill to:', 'Deliver to:'].flatMap((label) => [
    at('parcel', 'form', `${label}\n${secret('Ruth Okafor')}\n${secret(house(random))}\n`),
    at('parcel', 'form', `${label} ${secret('Iris Vogt')}, ${secret(house(random))}\n`),
  ]);
}

function labelled(): readonly Positive[] {
  return LABELLED.map(([label, value]) => at('label', 'form', `n: 1\n${label}${secret(value)}\nend\n`));
}

function members(): readonly Positive[] {
  return MEMBERS.flatMap(([name, value]) => [
    at('member', 'rows', `{"id":3,"${name}":"${secret(value)}"}`, 'rows'),
    at('member', 'json', `{"id":3,"${name}": "${secret(value)}"}\n`),
  ]);
}
