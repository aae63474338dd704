# Prints the targets of the Makefile by group: those whose line has `##Group: text`, in their order.
BEGIN {
    groups = split("Working Testing Checking Documents Packaging Measuring", order, " ")
}
match($0, /^[a-z-]+:/) && /##[A-Z][a-z]+: / {
    target = substr($0, 1, RLENGTH - 1)
    group = text = substr($0, index($0, "##") + 2)
    sub(/: .*/, "", group)
    sub(/^[^:]*: /, "", text)
    lines[group] = lines[group] sprintf("  make %-16s %s\n", target, text)
}
END {
    for (i = 1; i <= groups; i++) {
        printf "%s%s\n%s", (i > 1 ? "\n" : ""), order[i], lines[order[i]]
    }
}
