"""Writes what users' builds take into a folder that is a Maven repository: repository.py FOLDER VERSION ZIP JDK.

Each module has its pom, its jar, sources and documentation, and the distribution is a zip; all with checksums, and
signed when THAW_SIGNING_KEY names a key of gpg. Everything but the signatures depends on the sources alone. The
modules have been built, and the file target/class-path of each has what its documentation refers to.
"""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from archive import TIME, without_modes  # noqa: E402

GROUP = "dev.thaw"
# A module that builds of users refer to has its line here, with the artefact's name.
MODULES = {
    "wire": "thaw-wire",
    "wire-processor": "thaw-wire-processor",
    "wire-events": "thaw-wire-events",
    "runtime": "thaw-runtime",
    "thaw-build": "thaw-build",
    "thaw-junit": "thaw-junit",
    "thaw-maven-plugin": "thaw-maven-plugin",
    "thaw-gradle-plugin": "thaw-gradle-plugin",
}
PLUGINS = {"thaw-maven-plugin": ("thaw", "Thaw for Maven")}
# Builds compare versions of the metadata by their time: it is that of the sources.
UPDATED = "20260101000000"

DISTRIBUTION = """<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>{group}</groupId>
  <artifactId>thaw-distribution</artifactId>
  <version>{version}</version>
  <packaging>pom</packaging>
  <name>Thaw's distribution</name>
  <description>The program thaw, as a zip that has bin/thaw; plug-ins for builds unpack it.</description>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0</url>
    </license>
  </licenses>
</project>
"""


def fail(problem, remedy):
    print(f"release: {problem}\nRemedy: {remedy}", file=sys.stderr)
    sys.exit(2)


class Repository:
    def __init__(self, folder, version):
        self.folder = pathlib.Path(folder) / GROUP.replace(".", "/")
        self.version = version
        self.key = os.environ.get("THAW_SIGNING_KEY")

    def put(self, artifact, suffix, data):
        """One file of an artefact, whole or not at all."""
        folder = self.folder / artifact / self.version
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{artifact}-{self.version}{suffix}"
        self.write(file, data)
        if self.key:
            signature = pathlib.Path(f"{file}.asc")
            command = ["gpg", "--batch", "--yes", "--local-user", self.key, "--armor", "--detach-sign", str(file)]
            if subprocess.run(command, check=False).returncode:
                fail(f"gpg does not sign {file}", f"look for the key: gpg --list-secret-keys {self.key}")
            self.sums(signature, signature.read_bytes())

    def write(self, file, data):
        new = pathlib.Path(f"{file}.new")
        new.write_bytes(data)
        os.replace(new, file)
        self.sums(file, data)

    @staticmethod
    def sums(file, data):
        for name in ("md5", "sha1", "sha256", "sha512"):
            pathlib.Path(f"{file}.{name}").write_text(hashlib.new(name, data).hexdigest())

    def versions(self, artifact):
        """The artefact's list of versions, which has those of earlier releases as well."""
        folder = self.folder / artifact
        all_versions = sorted(each.name for each in folder.iterdir() if each.is_dir())
        lines = "".join(f"      <version>{each}</version>\n" for each in all_versions)
        text = (
            f"<metadata>\n  <groupId>{GROUP}</groupId>\n  <artifactId>{artifact}</artifactId>\n  <versioning>\n"
            f"    <release>{self.version}</release>\n    <versions>\n{lines}    </versions>\n"
            f"    <lastUpdated>{UPDATED}</lastUpdated>\n  </versioning>\n</metadata>\n"
        )
        self.write(folder / "maven-metadata.xml", text.encode())

    def prefixes(self):
        """By which mvn PREFIX:GOAL finds a plug-in."""
        plugins = "".join(
            f"    <plugin>\n      <name>{name}</name>\n      <prefix>{prefix}</prefix>\n"
            f"      <artifactId>{artifact}</artifactId>\n    </plugin>\n"
            for artifact, (prefix, name) in PLUGINS.items()
        )
        text = f"<metadata>\n  <plugins>\n{plugins}  </plugins>\n</metadata>\n"
        self.write(self.folder / "maven-metadata.xml", text.encode())


def zipped(roots):
    """All files below the folders; of the same name in two, the first."""
    files = {}
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.is_file():
                files.setdefault(path.relative_to(root).as_posix(), path)
    with tempfile.TemporaryFile() as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name in sorted(files):
                entry = zipfile.ZipInfo(name, TIME)
                entry.external_attr = 0o100644 << 16
                entry.create_system = 3
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, files[name].read_bytes())
        out.seek(0)
        return out.read()


def sources(module):
    generated = sorted((module / "target/generated-sources").glob("*"))
    roots = [module / "src/main/java", module / "src/main/resources", *generated]
    return [each for each in roots if each.is_dir()]


def documentation(module, jdk):
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        files = sorted(str(each) for root in sources(module) for each in root.rglob("*.java"))
        class_path = (module / "target/class-path").read_text().strip()
        arguments = folder / "arguments"
        release = re.search(r"<maven.compiler.release>(\d+)<", (module / "pom.xml").read_text()).group(1)
        arguments.write_text("\n".join(f'"{each}"' for each in files))
        command = [f"{jdk}/bin/javadoc", "-quiet", "-notimestamp", "-Xdoclint:none", "-encoding", "UTF-8"]
        command += ["-docencoding", "UTF-8", "-charset", "UTF-8", "-locale", "en", "--release", release]
        command += ["-classpath", class_path or ".", "-d", str(folder / "out"), f"@{arguments}"]
        ended = subprocess.run(command, check=False, capture_output=True, text=True)
        if ended.returncode:
            fail(f"javadoc refuses {module}: {ended.stderr[-2000:]}", "correct its documentation")
        return zipped([folder / "out"])
    finally:
        shutil.rmtree(folder)


def main(folder, version, distribution, jdk):
    repository = Repository(folder, version)
    repository.put("thaw", ".pom", pathlib.Path("pom.xml").read_bytes())
    repository.versions("thaw")
    for name, artifact in MODULES.items():
        module = pathlib.Path(name)
        jar = module / f"target/{artifact}-{version}.jar"
        repository.put(artifact, ".pom", (module / "pom.xml").read_bytes())
        repository.put(artifact, ".jar", without_modes(jar.read_bytes()))
        repository.put(artifact, "-sources.jar", zipped(sources(module)))
        repository.put(artifact, "-javadoc.jar", documentation(module, jdk))
        repository.versions(artifact)
    pom = DISTRIBUTION.format(group=GROUP, version=version)
    repository.put("thaw-distribution", ".pom", pom.encode())
    repository.put("thaw-distribution", ".zip", pathlib.Path(distribution).read_bytes())
    repository.versions("thaw-distribution")
    # By the plug-in's id Gradle finds it.
    marker = pathlib.Path("thaw-gradle-plugin/marker/pom.xml")
    repository.put("dev.thaw.gradle.plugin", ".pom", marker.read_bytes())
    repository.versions("dev.thaw.gradle.plugin")
    repository.prefixes()
    print(pathlib.Path(folder).resolve())


if __name__ == "__main__":
    main(*sys.argv[1:])
