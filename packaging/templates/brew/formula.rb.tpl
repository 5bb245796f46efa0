class {{brewFormulaName}} < Formula
  desc "Java Lambda functions on your own machine, and why they start cold"
  homepage "{{projectLinkHomepage}}"
  url "{{distributionUrl}}"
  version "{{projectVersion}}"
  sha256 "{{distributionChecksumSha256}}"
  license "{{projectLicense}}"

  depends_on :linux
  depends_on "openjdk"

  def install
    bash_completion.install "completions/thaw.bash" => "thaw"
    zsh_completion.install "completions/_thaw"
    fish_completion.install "completions/thaw.fish"
    man1.install Dir["man/man1/*"]
    libexec.install Dir["*"]
    (bin/"thaw").write_env_script libexec/"bin/thaw", Language::Java.overridable_java_home_env
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/thaw --version")
  end
end
