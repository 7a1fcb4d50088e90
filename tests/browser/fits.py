"""What does not fit on a screen: controls that lie over each other, numbers that break, text that is cut or leaves its button, shapes that are missing."""

from playwright.sync_api import Locator

WIDTHS = (320, 360, 390, 640, 960, 1000, 1440)

# Cards of a hand lie over each other on purpose; what lies over the stage or the dock covers them on purpose, too.
_FAULTS = r"""root => {
    const LAYERS = ".mam-stage-sheet, .mam-popover, .mam-dialog, .mam-help-dialog, .mam-details-dialog, [role=dialog]";
    const CONTROLS = "button, input:not([type=hidden]), select, summary, a[href], [role=slider], [role=option], .mam-auction .mam-plate"; // no call may lie over a seat
    const faults = [];
    /* A message too long for its lines has a link to the whole of it, or to the ruling that says more. */
    const isLinked = (part) => part.closest(".mam-message")?.querySelector("button") != null;
    const seen = (part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    /* What is heard and not seen, on purpose: clipped away whole, or in a box of one pixel that clips. */
    const isUnseen = (part) => {
        const { clipPath, overflowX, overflowY } = getComputedStyle(part);
        return clipPath === "inset(50%)" || (overflowX !== "visible" && overflowY !== "visible" && part.offsetWidth === 1 && part.offsetHeight === 1);
    };
    const isAside = (part) => part.closest(".mam-shapes") !== null || isUnseen(part) || (part !== root && part.parentElement !== null && isAside(part.parentElement));
    const meet = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
    const clips = (style, axis) => style[`overflow${axis}`] !== "visible" || /paint|strict|content|size/.test(style.contain);
    const SIDEWAYS = ".mam-words-chips, .mam-scroll, .mam-exercise-table, .mam-shelves-nav, .mam-chance-code, pre"; // what is scrolled sideways on purpose
    const WIDE = { left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 };
    /* The part of a box that can be seen in an element and in all around it; the edges beyond which nothing can be scrolled to; and whether it scrolls sideways. */
    const clipped = (element, box) => {
        let shown = box, reach = WIDE, isSideways = false, isDown = false;
        for (let around = element; around && root.contains(around); around = around.parentElement) {
            const style = getComputedStyle(around);
            const { left, right, top, bottom } = around.getBoundingClientRect();
            isSideways ||= around.matches(SIDEWAYS);
            isDown ||= /auto|scroll/.test(style.overflowY);
            const [across, down] = [clips(style, "X") ? { left, right } : {}, clips(style, "Y") ? { top, bottom } : {}];
            shown = meet(shown, { ...WIDE, ...across, ...down });
            reach = meet(reach, { ...WIDE, ...(isSideways ? {} : across), ...(isDown ? {} : down) });
            if (style.position === "fixed") break;
        }
        return { shown, reach, isSideways };
    };
    const name = (part) => `${part.dataset.mam || part.className || part.tagName}${part.dataset.move ? " " + part.dataset.move : ""} “${(part.innerText || part.getAttribute("aria-label") || "").trim().slice(0, 40).replace(/\s+/g, " ")}”`;
    const layers = [...root.querySelectorAll(LAYERS)].filter(seen);
    const layerOf = (part) => part.closest(LAYERS);
    const isCovered = (part) => {
        const sheet = layers.find((layer) => layer.matches(".mam-stage-sheet, [role=dialog]"));
        return sheet && !sheet.contains(part) && part.closest(".mam-stage") !== null;
    };

    const controls = [...root.querySelectorAll(CONTROLS)].filter((part) => seen(part) && !isAside(part) && !part.matches(".mam-card, .mam-study-card") && !isCovered(part))
        .map((part) => ({ part, box: clipped(part.parentElement, part.getBoundingClientRect()).shown, layer: layerOf(part) }))
        .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
    for (let first = 0; first < controls.length; first += 1)
        for (let second = first + 1; second < controls.length; second += 1) {
            const [a, b] = [controls[first], controls[second]];
            if (a.layer !== b.layer || a.part.contains(b.part) || b.part.contains(a.part)) continue;
            if (a.part.closest("label") && a.part.closest("label") === b.part.closest("label")) continue;
            const both = meet(a.box, b.box);
            if (both.right - both.left > 1 && both.bottom - both.top > 1) faults.push(`controls overlap by ${Math.round(both.right - both.left)} × ${Math.round(both.bottom - both.top)} px: ${name(a.part)} and ${name(b.part)}`);
        }

    for (const used of root.querySelectorAll("use")) {
        const id = used.getAttribute("href");
        if (!root.querySelector(`[id="${id.slice(1)}"]`)) faults.push(`the shape ${id} is not there: ${name(used.closest(".mam-card, .mam-study-card") || used.closest("svg"))}`);
    }

    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const whole = root.getBoundingClientRect();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const part = node.parentElement;
        if (!node.data.trim() || part.ownerSVGElement || part.closest("select, style, defs") || isAside(part) || !seen(part) || isCovered(part)) continue;
        const range = document.createRange();
        for (const { 0: number, index } of node.data.matchAll(/[+−-]?\$?\d[\d,.]*\d%?/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + number.length);
            const tops = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)));
            if (tops.size > 1) faults.push(`the number ${number} breaks in ${name(part)}`);
        }
        range.selectNodeContents(node);
        const button = part.closest("button");
        const edge = button && !button.matches(".mam-card, .mam-study-card") && button.getBoundingClientRect();
        const isShortened = getComputedStyle(part).textOverflow === "ellipsis"; // told below, by its own words
        for (const line of range.getClientRects()) {
            if (line.width < 1) continue;
            const { reach, isSideways } = clipped(isShortened ? part.parentElement : part, line);
            const height = Math.min(line.bottom, reach.bottom) - Math.max(line.top, reach.top);
            const lost = Math.max(line.right - reach.right, reach.left - line.left, (line.bottom - line.top) / 2 > height ? 9 : 0);
            if (lost > 1.5 && !isLinked(part)) faults.push(`text is cut by ${Math.round(lost)} px: ${name(part)} “${node.data.trim().slice(0, 40)}”`);
            if (!isSideways && (line.right > whole.right + 1 || line.left < whole.left - 1)) faults.push(`text leaves the widget: ${name(part)}`);
            if (edge && (line.right > edge.right + 1 || line.left < edge.left - 1 || line.bottom > edge.bottom + 3 || line.top < edge.top - 3)) faults.push(`text leaves its button: ${name(button)}`);
        }
        if (isShortened && part.scrollWidth > part.clientWidth + 1 && part.clientWidth) faults.push(`text is shortened: ${name(part)} “${node.data.trim().slice(0, 50)}”`);
    }
    if (root.scrollWidth > root.clientWidth + 1) faults.push(`the widget is ${root.scrollWidth} px wide in ${root.clientWidth}`);
    return [...new Set(faults)];
}"""


def find_misfits(root: Locator) -> list[str]:
    """Return what does not fit in a widget as it is shown now: empty where all is well."""
    faults: list[str] = root.evaluate(_FAULTS)
    return faults
