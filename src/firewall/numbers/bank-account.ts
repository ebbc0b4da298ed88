import type { Detector } from '../lex/detector.js';
import { createIdNumber } from './id-number.js';

const LONGEST = 17;
const SHORTEST = 7;

/** Numbers of bank accounts, behind a word that says so. */
export const bankAccount: Detector = createIdNumber({
  name: 'bank-account',
  group: 'financial',
  validates: '7 to 17 digits, word before them',
  source: 'nacha.org',
  named: Array.from({ length: LONGEST - SHORTEST + 1 }, (_, index) => '9'.repeat(LONGEST - index)).join(' | '),
  words:
    'bankaccount bankacct acct kto konto accountnumber acctnumber accountno acctno acctnum accountnum checkingaccount savingsaccount ' +
    'checkingacct savingsacct bankaccountnumber bankaccountno beneficiaryaccount payeeaccount kontonummer kontonr ktonr ' +
    'bankkonto bankverbindung numerodecompte nodecompte comptebancaire numerodecuenta cuentabancaria contocorrente ' +
    'numerodiconto bankrekening rekeningnummer bankrekeningnummer numerkonta nrkonta contabancaria bankgiro plusgiro',
});
