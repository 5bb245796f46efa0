"""Makes Maven's bill of materials that of a zip: sbom.py MAVEN ZIP OUT ROOT-POM MODULE...

Maven lists what modules depend on. The zip also has jars that a pom names only to be copied, and it has not all that
modules depend on. The result has a component for each jar of the zip, with the jar's own digest, and no other.
"""
import hashlib
import io
import json
import re
import sys
import xml.etree.ElementTree as xml
import zipfile

NOTICE = "META-INF/changed-by-thaw.txt"
POM = "{http://maven.apache.org/POM/4.0.0}"


def properties(pom):
    found = pom.find(POM + "properties")
    return {each.tag[len(POM) :]: each.text for each in found if isinstance(each.tag, str)} if found is not None else {}


def copied(root_file, modules):
    """What poms name to be copied: (group, name, version)."""
    root = xml.parse(root_file).getroot()
    program = xml.parse("program/pom.xml").getroot()
    for module in modules:
        pom = xml.parse(module + "/pom.xml").getroot()
        values = {**properties(root), **properties(program), **properties(pom), "project.version": root.findtext(POM + "version")}
        for item in pom.iter(POM + "artifactItem"):
            parts = [item.findtext(POM + part) or "" for part in ("groupId", "artifactId", "version")]
            yield tuple(re.sub(r"\$\{([^}]+)\}", lambda match: values[match.group(1)], part) for part in parts)


def component(group, name, version):
    purl = f"pkg:maven/{group}/{name}@{version}?type=jar"
    return {"type": "library", "bom-ref": purl, "group": group, "name": name, "version": version, "purl": purl}


def main(maven_file, zip_file, out_file, root_file, *modules):
    with open(maven_file, encoding="utf-8") as file:
        bom = json.load(file)
    known = {}
    # What is copied by name has often lost its version, so its own comes before those of others.
    for each in [component(*item) for item in copied(root_file, modules)] + bom["components"]:
        known.setdefault(each["name"], each)
        known.setdefault(each["name"] + "-" + each["version"], each)
    components = {}
    missing = []
    with zipfile.ZipFile(zip_file) as archive:
        for entry in sorted(name for name in archive.namelist() if name.endswith(".jar")):
            jar = entry.rsplit("/", 1)[1][: -len(".jar")]
            # A classifier stands behind the version.
            found = known.get(jar) or next((known[name] for name in known if jar.startswith(name + "-without-")), None)
            if found is None:
                missing.append(entry)
                continue
            data = archive.read(entry)
            hashes = [{"alg": "SHA-256", "content": hashlib.sha256(data).hexdigest()}]
            with zipfile.ZipFile(io.BytesIO(data)) as read:
                if NOTICE in read.namelist():
                    found = {**found, "pedigree": {"notes": read.read(NOTICE).decode()}}
            if components.setdefault(found["bom-ref"], {**found, "hashes": hashes})["hashes"] != hashes:
                sys.exit(f"sbom: {entry} is not the {found['bom-ref']} that is elsewhere in the zip")
    if missing:
        sys.exit("sbom: nobody knows where these jars come from: " + ", ".join(missing))
    bom["components"] = [components[key] for key in sorted(components)]
    refs = set(components) | {bom["metadata"]["component"]["bom-ref"]}
    bom["dependencies"] = [
        {**each, "dependsOn": [to for to in each.get("dependsOn", []) if to in refs]}
        for each in bom.get("dependencies", [])
        if each["ref"] in refs
    ]
    with open(out_file, "w", encoding="utf-8") as file:
        json.dump(bom, file, indent=1, sort_keys=True, ensure_ascii=False)
        file.write("\n")


main(*sys.argv[1:])
