import { whenNeeded } from '../lex/when-needed.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import type { FieldRule } from './field-rule.js';
import { isPersonName } from './person.js';

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

/**
 * The commonest given names of Europe, the Americas, the Near East and India, and some of East Asia and Africa. Left out is what is also the name of a
 * month, a flower, a stone, a town, a trade, a program, or another word: mark, will, grace, paris, ruby, julia, travis.
 */
const NAMES =
  'aaron abdul abdullah abigail adele adrian agnes agnieszka ahmad ahmed aisha albert alberto alejandro alessandro ' +
  'alexander alexandra alexandre alexei alfredo alice alicia alina allison amanda amelia amina amit amy ana ' +
  'anastasia anders andrea andreas andrei andres andrew andrzej angela angelika anita anja anna anne anneliese ' +
  'annette annika anthony antoine anton antonia antonio arjun armando arthur astrid ayse barbara bartosz beatrice ' +
  'beatriz benjamin bernadette bernard bernd bernhard beth bettina birgit bjorn bob bogdan brenda brian brigitte ' +
  'camille carl carla carlos carmen carol caroline catherine cathy cecilia charles charlie chloe christa ' +
  'christiane christina christine christoph christophe christopher cindy claire clara claudia claudio colin ' +
  'colleen connor cornelia cristina cynthia damien daniel daniela danielle darren david deborah debra deepak ' +
  'denise dennis derek diana diane diego dieter dimitri dirk dmitri dmitry dominik dominique donald donna doris ' +
  'dorothy douglas duncan dylan edith eduardo edward edwin eileen elaine eleanor elena elif elisabeth elise ' +
  'elizabeth elke ella ellen elsa emily emma emre enrique eric erica erik erika erwin esther ethan eugene eva evan ' +
  'evelyn ewa fabian fatima fatma felipe felix fernando fiona francesca francesco francisco francois francoise ' +
  'franz frederic frederick fredrik friedrich gabriela gabriele gabriella gareth gary gavin geoffrey georg george ' +
  'gerald gerard gerhard gertrud gianni gillian giovanni gisela gisele giulia giuseppe gloria gonzalo gregory ' +
  'greta grzegorz gudrun guillaume guillermo gunther gustav hanna hannah hannes hans harald harold hassan hedwig ' +
  'heidi heike heinrich helen helena helene helga henri henrik henry herbert hermann hilda ian ibrahim ignacio ' +
  'igor ilse imran ines inga inge ingrid irene irina isaac isabel isabella isabelle ismail ivan jacob jacqueline ' +
  'jacques jaime jakob jakub james jane janet janice janina jaroslav javier jean jeannette jeffrey jennifer jens ' +
  'jeremy jessica jesus joachim joan joanna joao jochen johan johann johanna johannes john jonas jonathan jorge ' +
  'jose josef joseph josephine joshua juan juanita judith juergen juliane julie julien jurgen justin justyna kamil ' +
  'karen karin karina karl karolina katarina katarzyna katharina katherine kathleen kathrin kathryn kathy katja ' +
  'katrin keith kenneth kerstin kevin khalid kimberly kirsten klaus konrad krishna kristen kristin kristina ' +
  'krzysztof kurt lars laszlo laura lauren laurence laurent leila lena leonard leonardo leonie lieselotte linda ' +
  'lisa lorenzo louise luc luca lucas lucia lucie ludwig luigi luis luisa lukas lutz lydia maciej magdalena ' +
  'malgorzata manfred manuel manuela marcel marcin marco marcos marcus margaret margarita margit maria marianne ' +
  'marie marina mario marion markus marlene marta martha martin martina mary mateusz mathieu mathilde matteo ' +
  'matthew matthias maureen maurice maximilian megan mehmet melanie melissa michael michaela michal michel michele ' +
  'michelle miguel mikael mikhail miriam mohamed mohammad mohammed monica monika monique muhammad murat mustafa ' +
  'nadia nadine nancy natalia natalie natasha nathalie nathan neil nicholas nicola nicolas nicole nikolai nikolaus ' +
  'nils nina noah noemi nora norbert olaf oleg olga oliver olivia olivier oscar osman pablo pamela paola paolo ' +
  'patricia patrick paul paula pauline paulo pavel pawel pedro peter philip philipp philippe phyllis pierre piotr ' +
  'priya rachel rafael rahul rainer rajesh ralf ramon raphael raquel raymond rebecca reinhard renate rene ricardo ' +
  'riccardo richard rita robert roberta roberto rodrigo roger rolf ronald rosemary rudolf ruth ryan sabine sabrina ' +
  'salvatore samantha samira samuel sandeep sandra sanjay sara sarah scott sean sebastian sergei sergio sharon ' +
  'sheila shirley sigrid silke silvia simone sofia sonja sophia sophie stanislav stefan stefanie stefano stephan ' +
  'stephanie stephen steven stuart sunita susan susanne suzanne sven svetlana sylvia sylvie tamara tanja tatiana ' +
  'teresa theodor theresa thierry thomas thorsten tim timothy tobias tomas tomasz torsten ulrich ulrike ursula uwe ' +
  'valentina valerie vanessa veronica veronika victor vijay viktor vincent vladimir waltraud wendy werner wilhelm ' +
  'william wojciech wolfgang xavier yasmin yolanda yusuf yves yvonne zoe zofia ' +
  // Of East Asia, where the family name often comes first, and of Africa.
  'wei xiaoming xiaohong jianguo jianhua zhiqiang guoqiang xiuying yuhan zihan haoran junjie jiahao xinyi zhang zhao ' +
  'zhou liu huang hiroshi takashi kenji satoshi makoto yoshio kazuo daisuke haruto yuto naoko keiko yumiko akiko michiko ' +
  'tomoko sachiko hanako ichiro minjun seojun jihoon minho jiwoo seoyeon jiyoung youngho hyunwoo soojin eunji nguyen ' +
  'ngozi oluwaseun adebayo kwame akosua fatou mamadou moussa ousmane wanjiru otieno thandi sipho';

const names = whenNeeded(() => new Set(NAMES.split(' ')));

/** Whether a word is a given name that hardly anything else is called by, with or without capitals and accents. */
export function isGivenName(word: string): boolean {
  const small = word.toLowerCase();
  return names().has(small) || names().has(small.normalize('NFD').replace(/\p{M}/gu, ''));
}

/** Whether the first word of a name, or the first half of `Anna-Lena`, is one. */
export function beginsWithGivenName(name: string): boolean {
  return isGivenName(name.split(/[ -]/, 1)[0] ?? '');
}

/** What people have, and shops and places too, or what no rule is about. */
const DETAIL = /^(?:[Aa]ge|[Nn]ationality|[Ss]alary|[Bb]irth)$/;
const PHONE = /^[+(\d]/;
/** Words in the names of what has a phone and an address, and is no person. A pattern of them takes a millisecond to make. */
const OF_PLACES = whenNeeded(
  () =>
    new Set(
      (
        'coffee pizza pizzeria cafe caf\u00e9s restaurant bistro grill bakery kitchen shop store market pharmacy salon ' +
        'studio studios museum museums theatre theater cinema plaza mall airport library garden gardens hostel inn resort ' +
        'spa gym tower warehouse branch desk hotline line station club depot factory embassy police emergency reception ' +
        'lobby room house printer router phone burger sushi deli dental auto garage repair repairs camp villa lodge lounge ' +
        'pub tavern court council ministry society foundation institute academy nursery kindergarten'
      ).split(' '),
    ),
);
/** What stands between words, if not a space. */
const ODD = /[^\w\u00e9 ]/;
const BETWEEN_WORDS = /[^\w\u00e9]+/;

/** Whether a member or a column of this name tells a detail of a person, beside which a bare name is one's, if it looks so. */
export function isPersonDetail(name: string, rule: FieldRule | undefined): boolean {
  return rule === undefined
    ? DETAIL.test(name)
    : (rule.type === 'phone' || rule.type === 'address') && rule.value === 'pattern';
}

/** Whether what stands under the name of a phone begins as a number does: shops and things have none, or a word there. */
export function isPhoneBegun(value: string): boolean {
  return PHONE.test(value);
}

/** Whether a text is the name of a person rather than that of a shop or a place. */
export function isLikelyPerson(text: string): boolean {
  return text.includes(' ') && isPersonName(text) && !hasPlace(text.toLowerCase(), OF_PLACES());
}

function hasPlace(text: string, places: ReadonlySet<string>): boolean {
  if (ODD.test(text)) {
    return text.split(BETWEEN_WORDS).some((word) => places.has(word));
  }
  let start = 0;
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', start)) {
    if (places.has(text.slice(start, space))) {
      return true;
    }
    start = space + 1;
  }
  return places.has(text.slice(start));
}
