FROM {{dockerBaseImage}}

{{#dockerLabels}}
LABEL {{.}}
{{/dockerLabels}}

COPY assembly/{{distributionArtifactFile}} /tmp/thaw.zip

# The first start makes the cache from which later ones are fast.
RUN apt-get update -q && apt-get install -y -q --no-install-recommends unzip && rm -rf /var/lib/apt/lists/* && \
    unzip -q /tmp/thaw.zip -d /opt && rm /tmp/thaw.zip && \
    ln -s /opt/{{distributionArtifactRootEntryName}}/bin/thaw /usr/local/bin/thaw && thaw --version

WORKDIR /work
ENTRYPOINT {{dockerEntrypoint}}
