// Shows the tab that a link leads into: the browser does not scroll to a heading in a hidden one.
function show() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const block = target?.closest(".tabbed-block");
    if (!block) return;
    const at = [...block.parentElement.children].indexOf(block);
    block.closest(".tabbed-set").querySelectorAll(":scope > input")[at].click();
    target.scrollIntoView();
}
addEventListener("hashchange", show);
addEventListener("load", show);
