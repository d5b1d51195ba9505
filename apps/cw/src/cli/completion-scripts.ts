/** What each shell reads to complete lines of `cw`; all of them ask `cw __complete`, which knows. */
export const completionScripts: Readonly<Record<string, string>> = {
  bash: String.raw`# Completion of cw in bash. In ~/.bashrc: source <(cw completion bash)
_cw() {
  local line widest=0 current=${'$'}{COMP_WORDS[COMP_CWORD]}
  local -a words=() told=()
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ':files' ]; then return; fi
    case ${'$'}{line%%$'\t'*} in
      "$current"* | '') ;;
      *) [ "$current" = '=' ] || continue ;;
    esac
    words+=("${'$'}{line%%$'\t'*}")
    told+=("${'$'}{line#*$'\t'}")
    if [ ${'$'}{#words[${'$'}{#words[@]}-1]} -gt $widest ]; then widest=${'$'}{#words[${'$'}{#words[@]}-1]}; fi
  done < <(command cw __complete "${'$'}{COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  compopt +o default 2>/dev/null
  local index
  for index in "${'$'}{!words[@]}"; do
    # A list of several is told with what each is; one that is put into the line is put there alone.
    if [ ${'$'}{#words[@]} -gt 1 ] && [ "${'$'}{COMP_TYPE:-9}" = 63 ] && [ -n "${'$'}{told[index]}" ]; then
      COMPREPLY+=("$(printf '%-*s  (%s)' "$widest" "${'$'}{words[index]}" "${'$'}{told[index]}")")
    else
      COMPREPLY+=("$(printf '%q' "${'$'}{words[index]}")")
    fi
  done
}
complete -o default -F _cw cw
`,
  zsh: String.raw`#compdef cw
# Completion of cw in zsh. In ~/.zshrc, after compinit: source <(cw completion zsh)
_cw() {
  local line word
  local -a found told
  found=("${'$'}{(@f)$(command cw __complete "${'$'}{(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $found[1] == ':files' ]]; then
    _files
    return
  fi
  for line in $found; do
    word=${'$'}{line%%$'\t'*}
    told+=("${'$'}{word//:/\\:}:${'$'}{line#*$'\t'}")
  done
  _describe -V 'cw' told
}
if [[ $funcstack[1] == _cw ]]; then
  _cw "$@"
else
  compdef _cw cw
fi
`,
  fish: String.raw`# Completion of cw in fish. In ~/.config/fish/config.fish: cw completion fish | source
function __cw_complete
    set -l before (commandline -opc)
    set -e before[1]
    set -l current (commandline -ct)
    set -l found (command cw __complete $before "$current" 2>/dev/null)
    if test "$found[1]" = ':files'
        __fish_complete_path "$current"
    else
        printf '%s\n' $found
    end
end
complete -c cw -e
complete -c cw -f -k -a '(__cw_complete)'
`,
};
