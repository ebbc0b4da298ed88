import { hasLuhn, isRoutingNumber } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { born, REST, TO_10, TO_11_OR_0, weighted } from '../number-checks.js';

const hasDeaSum = weighted([1, 2, 1, 2, 1, 2], REST);

const CURP_WEIGHTS = [18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CURP_ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Numbers of the United States, but for social security numbers, of Brazil, Canada and Mexico. */
// biome-ignore format: one number, a few lines
export const americanNumbers: readonly Detector[] = createIdNumbers({}, [
  { name: 'us-itin', pack: 'us', validates: 'begins with 9; groups that are given out', source: 'irs.gov/tin/itin',
    alone: '999-99-9999', named: '999 99 9999 | 999999999',
    words: 'itin taxid tin taxpayerid taxpayeridentification taxpayeridentificationnumber taxidnumber',
    checks: [/^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/] },
  { name: 'us-ein', pack: 'us', validates: 'prefix that is given out, word before it',
    source: 'irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes',
    named: '99-9999999 | 99 9999999 | 999999999',
    words: 'ein fein employerid employeridentification employeridentificationnumber federaltaxid taxid tin taxidnumber irs',
    checks: [/^(?!0[0789]|17|18|19|28|29|49|69|70|78|79|89|96|97)/] },
  { name: 'us-routing-number', pack: 'us', group: 'financial',
    validates: 'range of the Federal Reserve, checksum 3-7-1, word before it',
    source: 'aba.com/about-us/routing-number', named: '9999-9999-9 | 999999999',
    words: 'aba routing routingnumber routingno abanumber rtn routingtransit transitnumber fedwire ach',
    checks: [isRoutingNumber] },
  { name: 'us-npi', pack: 'us', validates: 'Luhn with 80840 before it, word before it',
    source: 'cms.gov/regulations-and-guidance/administrative-simplification/nationalprovidentstand',
    named: '9999999999', words: 'npi npinumber nationalprovider provideridentifier nationalproviderid providernpi',
    checks: [/^[12]/, (id) => hasLuhn(`80840${id}`)] },
  { name: 'us-dea-number', pack: 'us', type: 'us_dea', validates: 'kind of registrant, checksum, word before it',
    source: 'deadiversion.usdoj.gov', named: 'AA9999999 | A99999999',
    words: 'dea deanumber deano deareg dearegistration deaid', checks: [/^[A-HJ-UX]/, (id) => hasDeaSum(id.slice(2))] },
  { name: 'us-mbi', pack: 'us', validates: 'letters and digits in their places, none of S, L, O, I, B, Z',
    source: 'cms.gov/medicare/new-medicare-card', alone: '9A#9-A#9-AA99 | 9A#9A#9AA99', named: '9A#9 A#9 AA99',
    words: 'mbi medicare medicarebeneficiary beneficiaryid medicareid medicarenumber', checks: [/^[1-9][^SLOIBZ]*$/] },
  { name: 'br-cpf', pack: 'br', validates: 'two check digits modulo 11; bare digits need a word before them',
    source: 'gov.br/receitafederal', alone: '999.999.999-99',
    named: '999 999 999 99 | 999.999.99999 | 999999999-99 | 99999999999',
    words: 'cpf cpfnumber cpfdo cpfcnpj numerodocpf contribuinte documento',
    checks: [weighted([10, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_OR_0), weighted([11, 10, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_OR_0)] },
  { name: 'br-cnpj', pack: 'br', validates: 'two check digits modulo 11; bare digits need a word before them',
    source: 'gov.br/receitafederal', alone: '99.999.999/9999-99', named: '99999999/9999-99 | 99999999999999',
    words: 'cnpj cpfcnpj numerodocnpj empresa',
    checks: [weighted([5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_OR_0), weighted([6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_OR_0)] },
  { name: 'ca-sin', pack: 'ca', validates: 'first digit, Luhn; bare digits need a word before them',
    source: 'canada.ca/en/employment-social-development/services/sin.html', alone: '999-999-999',
    named: '999 999 999 | 999999999',
    words: 'sin sinnumber socialinsurance socialinsurancenumber nas assurancesociale numerodassurancesociale dassurancesociale',
    // Those that begin with a zero are of examples, and given to nobody.
    checks: [(id, isNamed) => isNamed || /^[1-79]/.test(id), hasLuhn] },
  { name: 'mx-curp', pack: 'mx', validates: 'date of birth, sex, state, check digit', source: 'gob.mx/curp',
    alone: 'AAAA999999AAAAAA#9', words: 'curp',
    checks: [born('------MMDD'), /^.{10}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}/, weighted(CURP_WEIGHTS, TO_10, CURP_ALPHABET)] },
  { name: 'mx-rfc', pack: 'mx', validates: 'date of birth, word before it', source: 'sat.gob.mx',
    named: 'AAAA999999### | AAAA-999999-###', words: 'rfc registrofederal', checks: [born('------MMDD')] },
]);
