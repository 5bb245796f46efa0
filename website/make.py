"""Makes the site: copies the pages that README.md and docs/ lead to into a folder of their own, with the navigation of
docs/README.md, has MkDocs build that, and adds each page as Markdown and llms.txt. Any broken link or anchor ends it.

    make.py REPOSITORY OUT
"""
import html
import logging
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")
os.environ.setdefault("NO_MKDOCS_2_WARNING", "true")  # an advertisement of another program

import markdown.extensions.toc as toc
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)", re.S)
FENCE = re.compile(r"^ *```")
CODE = re.compile(r"`[^`]+`")
ITEM = re.compile(r"^( *)([-*]|\d+\.) +")
PAGE = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]+\.md)\)", re.S)
INDEX = "docs/README.md"
FIRST = "README.md"
NO_SHELVES = ("Commands",)


class Pages:
    """All pages that are reached from README.md and docs/, and the files that they link."""

    def __init__(self, root):
        self.root = root
        self.texts, self.files = {}, set()
        todo = [FIRST, *sorted(str(each.relative_to(root)) for each in (root / "docs").rglob("*.md"))]
        while todo:
            path = todo.pop(0)
            if path in self.texts:
                continue
            self.texts[path] = (root / path).read_text()
            for target in self.targets(path):
                if target.endswith(".md"):
                    todo.append(target)
                elif (root / target).is_file():
                    self.files.add(target)

    def targets(self, path):
        for line, is_code in lines(self.texts[path]):
            if not is_code:
                for found in LINK.finditer(line):
                    target = self.target(path, found[3])
                    if target:
                        yield target

    def target(self, path, link):
        """Of the repository, relative to its root; nothing for other addresses and for what is not there."""
        name = link.split("#")[0]
        if not name or ":" in name.split("/")[0]:
            return None
        target = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if (self.root / target).is_dir() and (self.root / target / "README.md").is_file():
            target += "/README.md"
        return target if (self.root / target).is_file() and not target.startswith("..") else None

    def title(self, path):
        found = re.search(r"^# +(.+)$", self.texts[path], re.M)
        if not found:
            sys.exit(f"site: {path} has no title")
        return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", found[1]).replace("`", "")

    def staged(self, path):
        """As Python's Markdown needs it to say what GitHub says: links of folders, and lists."""
        return lists(self.folders(path))

    def folders(self, path):
        def link(found):
            name = found[3].split("#")[0]
            target = os.path.join(os.path.dirname(path), name)
            if ":" in name.split("/")[0] or not name or not (self.root / target).is_dir():
                return found[0]
            page = self.target(path, found[3])
            if not page:
                return found[2]  # a folder of the repository without a page: its name is in the text
            return f"[{found[2]}]({os.path.relpath(page, os.path.dirname(path) or '.')})"

        return "".join(
            line if is_code else LINK.sub(link, line) for line, is_code in lines(self.texts[path])
        )


def lines(text):
    """Each line, and whether it is code; links may end on the next line, so text comes in one piece."""
    piece, fenced = [], False
    for line in text.splitlines(keepends=True):
        fence = bool(FENCE.match(line))
        if fence or fenced:
            if piece:
                yield "".join(piece), False
                piece = []
            yield line, True
        else:
            piece.append(line)
        fenced ^= fence
    if piece:
        yield "".join(piece), False


def lists(text):
    """A list may follow a paragraph at once, and an inner list is indented by as much as its item's text."""
    out, indents, fenced = [], [], False
    before = ""
    for line in text.splitlines():
        if FENCE.match(line):
            fenced = not fenced
        item = None if fenced else ITEM.match(line)
        spaces = len(line) - len(line.lstrip(" "))
        if item:
            while indents and spaces < indents[-1]:
                indents.pop()
            if not indents and before.strip() and not before.startswith("|"):
                out.append("")
            out.append("    " * len(indents) + line[spaces:])
            indents.append(item.end())
        elif indents and line.strip() and spaces == 0 and not before.strip():
            indents = []
            out.append(line)
        elif indents and line.strip() and spaces:
            depth = len([indent for indent in indents if spaces >= indent]) or 1
            base = indents[depth - 1] if spaces >= indents[depth - 1] else spaces
            out.append("    " * depth + line[base:])
        else:
            out.append(line)
        before = line
    return "\n".join(out) + "\n"


def navigation(pages):
    """The shelves of docs/README.md, each page once; folders with a page of their own are sections."""
    seen = {FIRST, INDEX}
    nav = [{"Thaw": FIRST}, {"All pages": INDEX}]

    def entry(path):
        folder = os.path.dirname(path)
        if os.path.basename(path) == "README.md" and folder in ("docs/course", "docs/decisions"):
            inner = sorted(each for each in pages.texts if os.path.dirname(each) == folder and each not in seen)
            seen.update(inner)
            return {pages.title(path): [path, *({pages.title(each): each} for each in inner)]}
        return {pages.title(path): path}

    for shelf in re.split(r"^## ", pages.texts[INDEX], flags=re.M)[1:]:
        name, _, text = shelf.partition("\n")
        if name in NO_SHELVES:
            continue
        entries = []
        for found in PAGE.finditer(text):
            path = pages.target(INDEX, found[2])
            if path not in seen:
                seen.add(path)
                entries.append(entry(path))
        nav.append({name: entries})
    rest = [path for path in sorted(pages.texts) if path not in seen]
    if rest:
        nav.append({"More": [{pages.title(path): path} for path in rest]})
    return nav


def descriptions(pages):
    """What docs/README.md says of a page."""
    said = {}
    for found in re.finditer(r"^- \[[^\]]*\]\(([^)#]+\.md)\): (.+(?:\n  .+)*)", pages.texts[INDEX], re.M):
        text = re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)", r"\1", found[2])
        said[pages.target(INDEX, found[1])] = " ".join(text.split())
    return said


def llms(pages, nav, description):
    said = descriptions(pages)
    out = [f"# Thaw\n\n> {description}\n\nEvery page is here as Markdown.\n"]

    def rows(entries):
        for entry in entries:
            if isinstance(entry, str):
                yield f"- [{pages.title(entry)}]({entry})" + (f": {said[entry]}" if entry in said else "")
                continue
            for title, path in entry.items():
                if isinstance(path, list):
                    yield from rows(path)
                else:
                    yield f"- [{title}]({path})" + (f": {said[path]}" if path in said else "")

    top = [entry for entry in nav if not isinstance(next(iter(entry.values())), list)]
    out.append("## Begin here\n\n" + "\n".join(rows(top)) + "\n")
    for entry in nav:
        for name, paths in entry.items():
            if isinstance(paths, list):
                out.append(f"## {name}\n\n" + "\n".join(rows(paths)) + "\n")
    return "\n".join(out)


def slug(heading, separator):
    """As GitHub makes an anchor, and MarkdownPage in the tests."""
    text = html.unescape(re.sub(r"<[^>]+>", "", heading)).strip().lower()
    return re.sub(r"[^\w -]", "", text).replace(" ", separator)


def unique(anchor, used, *_):
    number, candidate = 0, anchor
    while candidate in used:
        number += 1
        candidate = f"{anchor}-{number}"
    used.add(candidate)
    return candidate


def as_markdown(content, page, config, files):
    """Each page leads to its source."""
    name = os.path.basename(page.file.src_uri)
    return content + f'\n<p><a href="{name}" type="text/markdown">This page as Markdown</a></p>\n'


def main():
    root, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    logging.basicConfig(level=logging.WARNING, format="site: %(message)s", stream=sys.stderr)
    toc.unique = unique
    pages = Pages(root)
    nav = navigation(pages)
    with tempfile.TemporaryDirectory() as work:
        stage, made = Path(work, "docs"), Path(work, "site")
        for path in pages.texts:
            (stage / path).parent.mkdir(parents=True, exist_ok=True)
            (stage / path).write_text(pages.staged(path))
        for path in sorted(pages.files | {"website/style.css"}):
            (stage / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, stage / path)
        settings = yaml.safe_load((root / "website/mkdocs.yml").read_text())
        settings.update(docs_dir=str(stage), site_dir=str(made), nav=nav)
        Path(work, "mkdocs.yml").write_text(yaml.safe_dump(settings))
        description = settings["site_description"]
        try:
            config = load_config(str(Path(work, "mkdocs.yml")))
            config.mdx_configs["toc"]["slugify"] = slug
            config.plugins.events["page_content"].append(as_markdown)
            build(config)
        except (Abort, MkDocsException) as broken:
            sys.exit(f"site: not made: {broken}")
        for path, text in pages.texts.items():
            (made / path).write_text(text)
        (made / "llms.txt").write_text(llms(pages, nav, description))
        for unused in ("sitemap.xml", "sitemap.xml.gz"):
            (made / unused).unlink(missing_ok=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        if out.exists():
            shutil.rmtree(out)
        shutil.move(made, out)
    print(f"{out}/index.html: {len(pages.texts)} pages")


main()
