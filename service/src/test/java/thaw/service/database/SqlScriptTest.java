package thaw.service.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.problem.UserMistake;

class SqlScriptTest {
  private static final Path FILE = Path.of("seed.sql");

  private static List<String> statements(String text) {
    return SqlScript.statements(FILE, text).stream().map(SqlScript.Statement::sql).toList();
  }

  @Test
  void a_semicolon_in_a_text_a_name_a_body_or_a_comment_ends_nothing() {
    assertEquals(
        List.of(
            "SELECT ';', 'it''s;'",
            "SELECT \";\", E'\\';'",
            "CREATE FUNCTION f() AS $x$ BEGIN; $$;$$ END; $x$",
            "SELECT a$b$ -- ;\n, 2 /* ; /* ; */ ; */"),
        statements(
            """
            SELECT ';', 'it''s;';
            -- none;
            SELECT ";", E'\\';';
            CREATE FUNCTION f() AS $x$ BEGIN; $$;$$ END; $x$;
            ;;
            SELECT a$b$ -- ;
            , 2 /* ; /* ; */ ; */\
            """));
  }

  @Test
  void the_lines_of_a_copy_belong_to_it() {
    List<SqlScript.Statement> all =
        SqlScript.statements(
            FILE,
            """
            \\restrict abc
            COPY public.pets (id, name) FROM stdin;
            1\tPep;per
            \\.
            COPY none FROM STDIN WITH (FORMAT text);
            \\.
            SELECT 1;
            """);
    assertEquals(
        List.of("1\tPep;per\n", "", ""), all.stream().map(SqlScript.Statement::lines).toList());
    assertEquals(
        List.of(true, true, false), all.stream().map(SqlScript.Statement::copies).toList());
    assertEquals("SELECT 1", all.getLast().sql());
  }

  @Test
  void what_has_no_end_ends_with_the_file() {
    for (String text :
        List.of("SELECT 'a", "SELECT E'\\", "/* ", "-- a", "SELECT $$ a", "COPY a FROM stdin;")) {
      assertEquals(text.startsWith("S") || text.startsWith("C") ? 1 : 0, statements(text).size());
    }
  }

  @Test
  void a_command_of_psql_is_named_with_its_line() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> statements("SELECT 1;\n\n\\connect other\n"));
    assertEquals("seed.sql:3: \\connect other is a command of psql", mistake.getMessage());
  }
}
