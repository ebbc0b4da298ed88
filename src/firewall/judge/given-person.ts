import { whenNeeded } from '../lex/when-needed.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { isGivenName } from './given-names.js';
import { isLikelyPerson } from './person-details.js';

const MOST_WORDS = 4;
const FIRST_END = /[ -]/;
const SMALL = letterPattern(String.raw`^\p{Ll}`);
const LONGEST_PARTICLE = 3;
const TITLE = /^(?:Dr|Mrs?|Ms|Prof|Mme|Herr|Frau)\.? /;
/** As in `Maria DB`. */
const ABBREVIATION = /^[A-Z]{2,}\d*$/;
/** What people are not called behind their given names, and firms, teams and tasks are. */
const OF_THINGS =
  'academy agent airport album associates audit authors award backup bakery bar beach bikes billing blog bot ' +
  'branch brand brewery bridge brothers bundle cache cafe cars changelog channel chart charts clean cleanup ' +
  'cli cluster coffee collection community compile consultants contact contributors creative cup dataset ' +
  'db delivery demo design designs desk devops digital download edition engineering family farm fashion fetch ' +
  'film finance format foundation game garage gateway grill helpdesk hotel index info infrastructure ' +
  'institute island issues jeans jewelry journal kitchen lab labs legal library lint linter magazine mail ' +
  'maintainers market marketing media merge migrate model motors movie museum music news newsletter night ' +
  'notes notify novel operations ops optimizer package pipeline pizza plan platform plugin pod podcast ' +
  'policy pr press prize proxy publish publishing pull push queue radio records release render request ' +
  'restaurant restore river role rule runner salon scan schema sdk security seed send series shipping shoes ' +
  'shop show software song sons sre stack stadium stage stale station store studio studios suite sync task tea ' +
  'template tests theater theatre theme times tour tower transport travel tv ui upload ux validate verify ' +
  'winery wines worker springs falls hills heights valley creek county castle palace greatest hits guitar';

/** Members that only things have, and no people; without signs. */
const OF_OBJECTS =
  'alpha2 alpha3 price prices listprice unitprice baseprice cost costs msrp currency sku upc ean gtin barcode isbn ' +
  'asin stock instock inventory quantity qty version versions latestversion brand manufacturer vendor supplier ' +
  'model material color colour colors colours size sizes dimensions reviews genre genres album albums artist ' +
  'artists track tracks episode episodes season director runtime publisher released releasedate license licence ' +
  'dependencies repository scripts main mimetype filesize extension bytes population capacity elevation lat ' +
  'latitude lon lng longitude coordinates geometry venue stops cuisine calories ingredients species breed vin ' +
  'mileage namespace port host hostname protocol cluster replicas uses steps cron jobs kind apiversion labels ' +
  'selector command args entrypoint driver engine dialect schema columns format';
const SIGNS = /[_-]/g;

/** The words of a name that could be a person's; `undefined` for those of firms, teams and tasks. */
export function personWords(name: string): readonly string[] | undefined {
  const words = name.replace(TITLE, '').split(' ');
  const isThing = words.length > MOST_WORDS || words.some((word) => ABBREVIATION.test(word) || isOfThing(word));
  return isThing ? undefined : words;
}

/** Whether a text begins with a given name that no thing has, and goes on as the names of people do. */
export function isGivenPerson(text: string): boolean {
  const [first = ''] = text.replace(TITLE, '').split(FIRST_END, 1);
  const words = isGivenName(first) ? personWords(text) : undefined;
  return words !== undefined && !words.some(isSmall) && isLikelyPerson(text);
}

/** A word without a capital, other than a short one before another word. */
function isSmall(word: string, index: number, words: readonly string[]): boolean {
  return SMALL.test(word) && (word.length > LONGEST_PARTICLE || index === words.length - 1);
}

/** Whether a member of this name says that an object is a thing. */
export function isOfThings(name: string): boolean {
  return ofObjects().has(name.toLowerCase().replace(SIGNS, ''));
}

const ofObjects = whenNeeded(() => new Set(OF_OBJECTS.split(' ')));
const ofThings = whenNeeded(() => new Set(OF_THINGS.split(' ')));

function isOfThing(word: string): boolean {
  return ofThings().has(word.toLowerCase());
}
