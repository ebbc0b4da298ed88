import chalk from 'chalk';

// A view switches colours on for its process, which other files of tests share.
chalk.level = 0;
