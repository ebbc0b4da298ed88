export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

const BASH = `# bash completion for akernel
_akernel() {
  local line=\${COMP_LINE:0:COMP_POINT} word
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=\${words[\${#words[@]}-1]}
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(akernel __complete -- "\${words[@]:1}" 2>/dev/null)" -- "$word"))
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
  return 0
}
complete -o default -F _akernel akernel
`;

const ZSH = `#compdef akernel
# zsh completion for akernel
_akernel() {
  local -a found
  found=("\${(@f)$(akernel __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)found:#}")
  if (( \${#found} )); then
    compadd -Q -- "\${found[@]}"
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_akernel" ]; then
  _akernel "$@"
else
  compdef _akernel akernel
fi
`;

const FISH = `# fish completion for akernel
function __akernel_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (akernel __complete -- $words[2..-1] 2>/dev/null)
    # Files where akernel knows no word, as in the other shells.
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c akernel -f -a '(__akernel_complete)'
`;

/** An empty last word gets lost on its way to a program in Windows PowerShell, so `--next` stands for it. */
const POWERSHELL = `# PowerShell completion for akernel
Register-ArgumentCompleter -Native -CommandName akernel -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    $next = if ($wordToComplete -eq '') { @('--next') } else { @() }
    akernel __complete @next -- @words 2>$null | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
`;

/** Each asks \`akernel __complete\` for the words that can follow. */
export const COMPLETION_SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};
